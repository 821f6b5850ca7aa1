import { documentRoute } from "@/lib/catalog/document";
import { switchesAnswer } from "../answer";
import { showSwitchesEntry } from "./entry";

export const showSwitchesDocumentation = documentRoute(showSwitchesEntry, {
  description: "Every facilitator, chain and paid route, and which of them are switched off at run time.",
  output: switchesAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      switches: [
        {
          kind: "facilitator",
          name: "primary",
          off: true,
          since: "2026-03-02T03:17:00.000Z",
          by: "operator",
        },
        { kind: "chain", name: "eip155:8453", off: false, since: null, by: null },
      ],
    },
  },
});
