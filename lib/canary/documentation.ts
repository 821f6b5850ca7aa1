import { documentRoute } from "@/lib/catalog/document";
import { canaryAnswer } from "./answer";
import { canaryEntry } from "./entry";

export const canaryDocumentation = documentRoute(canaryEntry, {
  description:
    "Reads every provider live, past all caches, and says of each that is unreachable, changed its shape, yields nothing that can be used, or has old data.",
  output: canaryAnswer,
  sample: { input: {}, output: { ok: true, checked: 48, alarms: [] } },
});
