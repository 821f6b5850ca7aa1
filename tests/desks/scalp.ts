import { scalpDesk } from "@/lib/desks/scalp/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("scalp", scalpDesk, { symbols: ["BTC"] })];
