import { verdictDeskWith } from "@/lib/desks/verdict";
import { deskCase } from "../support/desk-matrix";
import { noTools } from "../fixtures/verdict";

export const cases = [deskCase("verdict", verdictDeskWith(noTools), {})];
