import { verdictDeskWith } from "@/lib/desks/verdict/handler";
import { noTools } from "../fixtures/verdict";
import { deskCase } from "../support/desk-matrix";

export const cases = [deskCase("verdict", verdictDeskWith(noTools), {})];
