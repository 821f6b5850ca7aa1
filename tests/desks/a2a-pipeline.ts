import { a2aDeskWith } from "@/lib/desks/a2a-pipeline/handler";
import { noTools } from "../fixtures/verdict";
import { deskCase } from "../support/desk-matrix";

const desk = a2aDeskWith({ ...noTools, peers: () => Promise.resolve([]) }, () => "https://svc.example.com");

export const cases = [deskCase("a2a-pipeline", desk, {}, { patienceMs: 3_000 })];
