import { deskBriefDeskWith } from "@/lib/desks/desk-brief";
import { deskCase } from "../support/desk-matrix";
import { noTools } from "../fixtures/verdict";

export const cases = [deskCase("desk-brief", deskBriefDeskWith(noTools), {}, { patienceMs: 3_000 })];
