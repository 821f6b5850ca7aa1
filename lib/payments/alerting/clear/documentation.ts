import { documentRoute } from "@/lib/catalog/document";
import { clearAlertAnswer } from "./answer";
import { clearAlertEntry } from "./entry";

export const clearAlertDocumentation = documentRoute(clearAlertEntry, {
  description:
    "Clears an alert that a log event raised and no clean run clears, such as `effect_refused`. Alerts of figures end with their condition, and can't be cleared.",
  output: clearAlertAnswer,
  sample: { input: { clear: "effect_refused" }, output: { ok: true, cleared: "effect_refused" } },
});
