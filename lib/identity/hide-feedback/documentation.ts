import { documentRoute } from "@/lib/catalog/document";
import { hideFeedbackAnswer } from "./answer";
import { hideFeedbackEntry } from "./entry";

const ID = "fbk_5b1f0c2a9d3e4f60718293a45b1f0c2a";

export const hideFeedbackDocumentation = documentRoute(hideFeedbackEntry, {
  description:
    "Deletes a feedback file: its address answers 404 with the reason from then on, and its payment backs no other. What stands on chain, its hash among it, stays. It can't be undone.",
  output: hideFeedbackAnswer,
  sample: {
    input: { id: ID, reason: "personal-data" },
    output: { ok: true, id: ID, reason: "personal-data" },
  },
});
