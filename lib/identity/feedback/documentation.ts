import { documentRoute } from "@/lib/catalog/document";
import { SAMPLE_FEEDBACK_FILE, SAMPLE_FEEDBACK_ID } from "../documentation";
import { feedbackFile } from "./answer";
import { feedbackEntry } from "./entry";

export const feedbackDocumentation = documentRoute(feedbackEntry, {
  description:
    "A feedback file as ERC-8004 sketches it, with a `proofOfPayment` that this service read from the chain before it wrote the file: who rated an agent had paid it. The bytes served are those that the feedback's hash on chain is made of (Keccak-256). The words in it are its author's. A file that was taken down is a 404 that says why.",
  output: feedbackFile,
  sample: { input: { id: SAMPLE_FEEDBACK_ID }, output: SAMPLE_FEEDBACK_FILE },
});
