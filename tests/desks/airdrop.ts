import { airdropDeskWith } from "@/lib/desks/airdrop/handler";
import { noCreatorViews } from "@/lib/desks/creator-views";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("airdrop", airdropDeskWith(noCreatorViews), { limit: 20 })];
