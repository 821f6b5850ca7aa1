import { noInsider } from "@/lib/desks/candidate";
import { listingDeskWith } from "@/lib/desks/listing";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("listing", listingDeskWith(noInsider), { limit: 20 })];
