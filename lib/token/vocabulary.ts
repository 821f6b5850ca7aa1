import * as z from "zod";

/** What the routes of the own token have in common. */

/** What the launch changes, in words, for whoever asks before it. */
export const AT_LAUNCH: readonly string[] = [
  "Every paid route gets an offer in the token beside those in USDC, about 30 % below its price; 80 % of each such payment is burned.",
  "Holders are told apart by tier: Deluxe, Executive and President.",
];

export const launchedField = z
  .boolean()
  .describe("Whether the token is launched. False: nothing can be paid in it, and nobody holds any.");

export const atLaunchField = z
  .array(z.string())
  .describe("What the launch changes; empty once it has happened.");

export const merchantField = z
  .string()
  .regex(/^[a-z0-9-]{1,20}$/)
  .describe("Id of a merchant that sells for the token.");

export const tokenField = z
  .strictObject({
    symbol: z.string().describe("Its name for people."),
    mint: z.string().describe("Its mint on Solana."),
    network: z.string().describe("CAIP-2 id of its chain."),
    program: z.string().describe("The token program that the mint belongs to."),
    decimals: z.int().describe("Base units are this many decimals below one."),
  })
  .nullable()
  .describe("The token; null before its launch.");

export const termsField = z
  .strictObject({
    discountPct: z.number().describe("How much less than a route's price is paid."),
    burnPct: z.number().describe("How much of what is paid is burned."),
    treasuryPct: z.number().describe("How much of what is paid is kept."),
    quoteSec: z.int().describe("How long a quote can be paid."),
    refunds: z.string().describe("What is returned of a payment in the token where one must be."),
  })
  .describe("The terms of every payment in the token.");

/** The price that an offer rests on, as routes show it. */
export const priceField = z
  .strictObject({
    usd: z.string().describe("US dollars for one whole token, exact: the lower of `spot` and `average`."),
    spot: z.string().describe("The price now."),
    average: z.string().describe("The average of the last hour."),
    source: z.string().describe("Who says so."),
    asOf: z.iso.datetime().describe("When it was read."),
    ageSec: z.int().min(0).describe("How long ago that was."),
  })
  .nullable()
  .describe("The token's price; null where it is not known.");
