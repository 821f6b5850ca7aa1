import { documentRoute } from "@/lib/catalog/document";
import { sampleSignal } from "../feed/documentation";
import { loungeCreatorAnswer } from "./answer";
import { loungeCreatorEntry } from "./entry";

export const loungeCreatorDocumentation = documentRoute(loungeCreatorEntry, {
  description:
    "Every signal that names a wallet as its creator's, newest first, with how many of them are proved to be its own. A " +
    "wallet that nobody named has none. What has asset and stance is scored 24 hours after its payment settled; nothing is left out that did badly.",
  output: loungeCreatorAnswer,
  sample: {
    input: { wallet: "0x52908400098527886e0f7030069857d2e4169ee7", limit: 1 },
    output: {
      ok: true,
      wallet: "0x52908400098527886e0f7030069857d2e4169ee7",
      totals: { payment: 1, "sign-in": 0, unproved: 0 },
      record: {
        ...{ scored: 41, hits: 17, misses: 24, voids: 1, hitRate: 0.4146, baseRate: 0.3702 },
        ...{ interval95: { low: 0.2777, high: 0.5663 } },
        statement: "No demonstrated skill: 41 scored calls, of 100 needed for a claim.",
      },
      signals: [sampleSignal],
      nextCursor: null,
    },
  },
});
