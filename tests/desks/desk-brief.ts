import { deskBriefDeskWith } from "@/lib/desks/desk-brief/handler";
import { noTools } from "../fixtures/verdict";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("desk-brief", deskBriefDeskWith(noTools), {}, { patienceMs: 3_000 })];
