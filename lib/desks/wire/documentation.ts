import { documentRoute } from "@/lib/catalog/document";
import { headlineSample } from "@/lib/catalog/intel/headline-sample";
import { wireAnswer } from "./answer";
import { wireEntry } from "./entry";

export const wireDocumentation = documentRoute(wireEntry, {
  description:
    "Headline, publisher and link of the newest stories of CoinDesk, Cointelegraph, Decrypt, The Block and the Federal " +
    "Reserve, each story once with who else had it, by topic. Headlines only.",
  output: wireAnswer,
  sample: {
    input: { category: "regulation", limit: 1 },
    output: {
      ok: true,
      kind: "intel-wire",
      dataAsOf: "2026-10-07T13:41:53.000Z",
      sources: ["CoinDesk"],
      provenance: [{ id: "feed.coindesk", status: "ok", asOf: "2026-10-07T13:41:53.000Z", ageSec: 940 }],
      coverage: 1,
      stale: false,
      method: "wire/1",
      notes: [],
      category: "regulation",
      matched: 31,
      headlines: [
        {
          ...headlineSample,
          alsoIn: ["The Block"],
        },
      ],
    },
  },
});
