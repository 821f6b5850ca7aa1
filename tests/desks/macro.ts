import { macroDesk } from "@/lib/desks/macro";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("macro", macroDesk, {})];
