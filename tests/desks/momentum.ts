import { noCreatorViews } from "@/lib/desks/creator-views";
import { momentumDeskWith } from "@/lib/desks/momentum/handler";
import { deskCase } from "../support/desk-matrix";

const momentumDesk = momentumDeskWith(noCreatorViews);

export const cases = [
  deskCase("momentum", momentumDesk, {}),
  deskCase("momentum, l2-memes", momentumDesk, { theme: "l2-memes" }),
];
