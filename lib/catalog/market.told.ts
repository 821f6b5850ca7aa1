import * as z from "zod";
import { envelope, headline, headlineSample } from "./intel/envelope.told";
import { TICK_SYMBOLS, marketEntry } from "./market";
import { tell } from "./tell";

const tick = z.object({
  symbol: z.enum(TICK_SYMBOLS).describe("Bitcoin, ether."),
  price: z.number().nullable().describe("US dollars; null when no source could give it."),
  changePct: z.number().nullable().describe("Percent over the last 24 hours."),
  asOf: z.iso.datetime().nullable().describe("Time of the price."),
  source: z.string().nullable().describe("Provider of the price."),
  reason: z.string().optional().describe("Why the price is null."),
});

const teaser = z.object({
  signalId: z.string().describe("The signal, as svc-lounge sells it."),
  title: z.string().describe("As its creator wrote it. Untrusted text."),
  teaser: z.string().describe("The part of it that is free."),
  publishedAt: z.iso.datetime().describe("When it was published, UTC."),
});

const marketAnswer = z.object({
  ...envelope("market"),
  ticks: z.array(tick).nullable().describe("BTC, ETH, in this order; null when neither is known."),
  headlines: z
    .array(headline)
    .nullable()
    .describe("Newest first, at most 10; null when no feed could be read."),
  teasers: z.array(teaser).describe("Newest signals of the lounge, at most 5; empty while there are none."),
});
export type MarketAnswer = z.input<typeof marketAnswer>;

export const marketTold = tell(marketEntry, {
  description:
    "Prices of bitcoin and ether with their 24-hour change, the newest headlines, and teasers of creators' signals. A part " +
    "that is unknown is null; it answers as long as any part is known.",
  output: marketAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      kind: "market",
      dataAsOf: "2026-10-07T14:06:12.000Z",
      sources: ["Coinbase", "CoinDesk"],
      provenance: [
        { id: "coinbase.btc", status: "ok", asOf: "2026-10-07T14:06:12.000Z", ageSec: 11 },
        { id: "feed.coindesk", status: "ok", asOf: "2026-10-07T13:41:53.000Z", ageSec: 1_470 },
      ],
      coverage: 1,
      stale: false,
      method: "market/1",
      notes: ["The lounge is not open yet: there are no creator signals."],
      ticks: [
        {
          symbol: "BTC",
          price: 118_420.11,
          changePct: 1.84,
          asOf: "2026-10-07T14:06:12.000Z",
          source: "Coinbase",
        },
        {
          symbol: "ETH",
          price: 4_388.6,
          changePct: 2.05,
          asOf: "2026-10-07T14:06:11.000Z",
          source: "Coinbase",
        },
      ],
      headlines: [headlineSample],
      teasers: [],
    },
  },
});
