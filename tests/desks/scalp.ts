import { scalpDesk } from "@/lib/desks/scalp";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("scalp", scalpDesk, { symbols: ["BTC"] })];
