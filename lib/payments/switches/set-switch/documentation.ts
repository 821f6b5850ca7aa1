import { documentRoute } from "@/lib/catalog/document";
import { setSwitchAnswer } from "../answer";
import { setSwitchEntry } from "./entry";

export const setSwitchDocumentation = documentRoute(setSwitchEntry, {
  description:
    "Switches a facilitator, a chain or a paid route off or on at run time. What is off sells nothing new; what was paid is still answered, looked up and settled.",
  output: setSwitchAnswer,
  sample: {
    input: { kind: "facilitator", name: "primary", off: true },
    output: {
      ok: true,
      switch: {
        kind: "facilitator",
        name: "primary",
        off: true,
        since: "2026-03-02T03:17:00.000Z",
        by: "operator",
      },
    },
  },
});
