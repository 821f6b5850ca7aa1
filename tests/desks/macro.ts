import { macroDesk } from "@/lib/desks/macro/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("macro", macroDesk, {})];
