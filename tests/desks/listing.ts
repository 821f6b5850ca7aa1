import { noInsider } from "@/lib/desks/candidate";
import { listingDeskWith } from "@/lib/desks/listing/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("listing", listingDeskWith(noInsider), { limit: 20 })];
