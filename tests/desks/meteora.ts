import { poolsDesk } from "@/lib/desks/meteora/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [
  deskCase("meteora", poolsDesk, { limit: 3 }),
  deskCase("meteora, one pool", poolsDesk, { poolHint: "5rCf1DM8LjKTw4YqhnoLcngyZYeNnQqztScTogYHAS6" }),
];
