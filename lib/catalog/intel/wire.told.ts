import * as z from "zod";
import { tell } from "../tell";
import { envelope, headline, headlineSample } from "./envelope.told";
import { WIRE_CATEGORIES, wireEntry } from "./wire";

const wireHeadline = headline.extend({
  alsoIn: z.array(z.string()).describe("Further publishers of the same story."),
});

const wireAnswer = z.object({
  ...envelope("intel-wire"),
  category: z.enum(WIRE_CATEGORIES).describe("The topic that was asked for."),
  matched: z.int().min(0).describe("Stories on the topic, of which the newest are shown."),
  headlines: z.array(wireHeadline).describe("Newest first, each story once, as its first publisher had it."),
});
export type WireAnswer = z.input<typeof wireAnswer>;

export const wireTold = tell(wireEntry, {
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
