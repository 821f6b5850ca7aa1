import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "../define";
import { envelope, headline } from "./envelope";
import { limitInput, messageInput } from "./input";
import { TOPICS } from "./topics";

export const WIRE_CATEGORIES = ["all", ...TOPICS] as const;

const input = z.strictObject({
  category: z
    .enum(WIRE_CATEGORIES, { error: `must be one of ${WIRE_CATEGORIES.join(", ")}` })
    .default("all")
    .describe("Headlines on this topic only, by feed and word list."),
  limit: limitInput,
  message: messageInput,
});

const wireHeadline = headline.extend({
  alsoIn: z.array(z.string()).describe("Further publishers of the same story."),
});

const output = z.object({
  ...envelope("intel-wire"),
  category: z.enum(WIRE_CATEGORIES).describe("The topic that was asked for."),
  matched: z.int().min(0).describe("Stories on the topic, of which the newest are shown."),
  headlines: z.array(wireHeadline).describe("Newest first, each story once, as its first publisher had it."),
});

export const wireEntry = defineRoute({
  path: "/api/svc-intel-wire",
  method: "POST",
  label: "intel-wire",
  desk: "wire",
  tier: "raw",
  gate: "payment-first",
  audience: "public",
  summary: "News wire: the newest headlines on crypto, DeFi, macro, regulation and markets",
  description:
    "Headline, publisher and link of the newest stories of CoinDesk, Cointelegraph, Decrypt, The Block and the Federal " +
    "Reserve, each story once with who else had it, by topic. Headlines only.",
  input,
  output,
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
          title: "Stablecoin issuers welcome the new framework",
          source: "CoinDesk",
          url: "https://www.coindesk.com/policy/2026/10/07/stablecoin-issuers-welcome-the-new-framework",
          publishedAt: "2026-10-07T13:41:53.000Z",
          origin: "live",
          categories: ["crypto", "regulation"],
          alsoIn: ["The Block"],
        },
      ],
    },
  },
  coverage: { crypto: 0.7, official: 0.3 },
  freshnessSec: 300,
  limits: DEFAULT_LIMITS,
  tool: "intel_wire",
  statuses: [503],
});
