import * as z from "zod";
import { headline } from "@/lib/catalog/intel/answers/envelope";
import { TICK_SYMBOLS } from "./vocabulary";

const tick = z.object({
  symbol: z.enum(TICK_SYMBOLS).describe("Bitcoin, ether."),
  price: z.number().nullable().describe("US dollars; null when no source could give it."),
  changePct: z.number().nullable().describe("Percent over the last 24 hours."),
  asOf: z.iso.datetime().nullable().describe("Time of the price."),
  source: z.string().nullable().describe("Provider of the price."),
  reason: z.string().optional().describe("Why the price is null."),
});

const teaser = z.object({
  signalId: z.string().describe("The signal, as POST /api/lounge-signal-open sells it."),
  title: z.string().describe("As its creator wrote it. Untrusted text."),
  teaser: z.string().describe("The part of it that is free."),
  publishedAt: z.iso.datetime().describe("When it was published, UTC."),
  certificate: z
    .object({
      hash: z.string().describe("SHA-256 of the certificate's canonical JSON."),
      seq: z.int().describe("The signal's place among all, from 0."),
      minted: z.boolean().describe("Whether an NFT of it is recorded."),
    })
    .describe("That the text existed when it was published."),
});

export const marketFields = z.object({
  ticks: z.array(tick).nullable().describe("BTC, ETH, in this order; null when neither is known."),
  headlines: z
    .array(headline)
    .nullable()
    .describe("Newest first, at most 10; null when no feed could be read."),
  teasers: z.array(teaser).describe("Newest signals of the lounge, at most 5; empty while there are none."),
});
export type MarketFields = z.input<typeof marketFields>;
