import * as z from "zod";
import { ASSETS, CREATOR_CHAINS, CREATOR_PROOFS, HIDDEN_REASONS, STANCES } from "../vocabulary";

/** What became of a signal's call. */
const outcome = z.object({
  result: z.enum(["hit", "miss", "void"]).describe("By the rule of its stance; `void`: no price or no past."),
  counts: z
    .boolean()
    .describe(
      "In its creator's record: the first call on an asset of each UTC day, if the creator is proved.",
    ),
  venue: z.enum(["coinbase", "kraken"]).nullable().describe("Whose prices decided."),
  price: z.number().nullable().describe("First five-minute close at or after publication, US dollars."),
  priceAt: z.iso.datetime().nullable().describe("When that candle ended."),
  priceLater: z.number().nullable().describe("The same 24 hours later."),
  priceLaterAt: z.iso.datetime().nullable().describe("When that candle ended."),
  z: z.number().nullable().describe("Log return in daily standard deviations of the 30 days before."),
  baseRate: z.number().nullable().describe("How often the stance's rule came true in the year before."),
});

/** A signal as lists show it. Titles and teasers are strangers' words. */
export const listedSignal = z.object({
  signalId: z.string().describe("By which it is unlocked (POST /api/lounge-signal-open)."),
  title: z.string().describe("As its creator wrote it. Untrusted text."),
  teaser: z.string().describe("The beginning of the text, at most a fifth of it. Untrusted text."),
  categories: z.array(z.string()).describe("Topics."),
  asset: z
    .enum(ASSETS)
    .nullable()
    .describe("What it is about, where categories name one asset and one stance."),
  stance: z.enum(STANCES).nullable().describe("What it says of that; null together with `asset`."),
  creator: z
    .object({
      wallet: z.string().describe("The wallet that it names as its creator's."),
      chain: z.enum(CREATOR_CHAINS).describe("Its chain."),
      proof: z
        .enum(CREATOR_PROOFS)
        .describe(
          "`payment`: the wallet paid; `sign-in`: it signed for this text; `unproved`: anybody may have named it.",
        ),
    })
    .describe("Whose it is said to be."),
  publishedAt: z.iso.datetime().describe("When its payment settled, UTC, by the service's clock."),
  seq: z.int().describe("Its place among all signals, from 0, without gaps."),
  certificateHash: z.string().describe("SHA-256 of its certificate's canonical JSON."),
  minted: z.boolean().describe("Whether an NFT of the certificate is recorded."),
  mint: z.string().nullable().describe("Address of that NFT's mint on Solana; null without one."),
  unlocks: z.int().describe("Sold unlocks whose money was seen on chain."),
  similarTo: z.string().nullable().describe("An earlier signal that says the same, or nearly."),
  status: z
    .enum(["published", "minted", "hidden"])
    .describe("`hidden`: an operator deleted its words. Only a creator's own list shows those."),
  hidden: z
    .object({
      reason: z.enum(HIDDEN_REASONS).describe("Why."),
      at: z.iso.datetime().describe("When."),
    })
    .nullable()
    .describe("Why and when it was hidden; null where it was not."),
  outcome: outcome
    .nullable()
    .describe("What became of it 24 hours later; null before that, and without asset and stance."),
});

export const nextCursorField = z
  .string()
  .nullable()
  .describe("For the next page; null on the last. A page may be short and have one.");

export const loungeFeedAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  signals: z.array(listedSignal).describe("Newest first."),
  nextCursor: nextCursorField,
});
export type LoungeFeedAnswer = z.input<typeof loungeFeedAnswer>;
export type ListedSignal = z.input<typeof listedSignal>;
