import { airdropDeskWith } from "@/lib/desks/airdrop/handler";
import { noInsider } from "@/lib/desks/candidate";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("airdrop", airdropDeskWith(noInsider), { limit: 20 })];
