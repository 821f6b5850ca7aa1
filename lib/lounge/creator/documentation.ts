import { documentRoute } from "@/lib/catalog/document";
import { sampleSignal } from "../feed/documentation";
import { loungeCreatorAnswer } from "./answer";
import { loungeCreatorEntry } from "./entry";

export const loungeCreatorDocumentation = documentRoute(loungeCreatorEntry, {
  description:
    "Every signal that names a wallet as its creator's, newest first, with how many of them are proved to be its own. A " +
    "wallet that nobody named has none. Nothing is left out that did badly.",
  output: loungeCreatorAnswer,
  sample: {
    input: { wallet: "0x52908400098527886e0f7030069857d2e4169ee7", limit: 1 },
    output: {
      ok: true,
      wallet: "0x52908400098527886e0f7030069857d2e4169ee7",
      totals: { payment: 1, "sign-in": 0, unproved: 0 },
      signals: [sampleSignal],
      nextCursor: null,
    },
  },
});
