import { a2aDeskWith } from "@/lib/desks/a2a-pipeline";
import { deskBriefDeskWith } from "@/lib/desks/desk-brief";
import { deskCase } from "../support/desk-matrix";
import { noTools } from "../fixtures/verdict";

export const cases = [
  deskCase("desk-brief", deskBriefDeskWith(noTools), {}),
  deskCase(
    "a2a-pipeline",
    a2aDeskWith(noTools, () => "https://svc.example.com"),
    {},
  ),
];
