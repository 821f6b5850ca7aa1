import { noCreatorViews } from "@/lib/desks/creator-views";
import { listingDeskWith } from "@/lib/desks/listing/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("listing", listingDeskWith(noCreatorViews), { limit: 20 })];
