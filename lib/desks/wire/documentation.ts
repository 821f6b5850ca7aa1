import { documentIntel } from "@/lib/catalog/intel/document";
import { headlineSample } from "@/lib/catalog/intel/headline-sample";
import { wireFields } from "./answer";
import { wireEntry } from "./entry";

export const wireDocumentation = documentIntel(wireEntry, {
  description:
    "Headline, publisher and link of the newest stories of CoinDesk, Cointelegraph, Decrypt, The Block and the Federal " +
    "Reserve, each story once with who else had it, by topic. Headlines only.",
  fields: wireFields,
  sample: {
    summary: "1 of 12 headlines on regulation, the newest 2026-10-07T13:41:53.000Z by CoinDesk.",
    input: { category: "regulation", limit: 1 },
    read: [{ provider: "CoinDesk", id: "feed.coindesk", asOf: "2026-10-07T13:41:53.000Z", ageSec: 940 }],
    envelope: { method: "wire/2" },
    fields: {
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
