import { noLounge } from "@/lib/desks/lounge";
import { wireDeskWith } from "@/lib/desks/wire/handler";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("wire", wireDeskWith(noLounge), { category: "crypto" })];
