import { whalesDesk } from "@/lib/desks/whales/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("whales", whalesDesk, { symbols: ["BTC"] })];
