import { momentumDesk } from "@/lib/desks/momentum/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [
  deskCase("momentum", momentumDesk, {}),
  deskCase("momentum, l2-memes", momentumDesk, { theme: "l2-memes" }),
];
