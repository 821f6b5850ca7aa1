import * as z from "zod";

/** What the routes of the own token have in common. */

/** What the launch changes, in words, for whoever asks before it. */
export const AT_LAUNCH: readonly string[] = [
  "Every paid route gets an offer in the token beside those in USDC, about 30 % below its price; 80 % of each such payment is burned.",
  "Raw desks are free for holders, so many calls a day.",
  "Holders are told apart by tier: Deluxe, Executive and President. From Deluxe on they have free audits each day and deeper scans.",
];

export const launchedField = z
  .boolean()
  .describe("Whether the token is launched. False: nothing can be paid in it, and nobody holds any.");

export const atLaunchField = z
  .array(z.string())
  .describe("What the launch changes; empty once it has happened.");

export const solanaWalletField = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "must be a Solana address: 32 to 44 letters and digits (base58)");

export const merchantField = z
  .string()
  .regex(/^[a-z0-9-]{1,20}$/, "must be a merchant's id: 1 to 20 lower-case letters, digits and hyphens")
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

export const tierField = z.enum(["Guest", "Deluxe", "Executive", "President"]);

const unitsField = z.string().regex(/^\d+$/);
const routesField = z.array(z.string()).describe("The routes.");

/** What holders have, as every route tells it that tells it. */
export const holdersField = z
  .strictObject({
    freeDesks: z
      .strictObject({
        from: unitsField.describe("Base units that it takes."),
        perDay: z.int().describe("How many calls a UTC day."),
        routes: routesField,
      })
      .describe("Calls of raw desks that cost a holder nothing."),
    freeAudits: z
      .strictObject({
        tier: tierField.describe("From this tier on."),
        perDay: z.int().describe("How many a UTC day, of all the routes together."),
        routes: routesField,
      })
      .describe("Audits that cost a holder nothing."),
    deeperScans: z
      .strictObject({ tier: tierField.describe("From this tier on."), routes: routesField })
      .describe("Scans that show as much as the holder's tier has; they are paid for as anybody's."),
    tiers: z
      .array(
        z.strictObject({
          tier: tierField.describe("The tier."),
          from: unitsField.describe("Base units that it takes."),
        }),
      )
      .describe("The tiers of holders, lowest first."),
  })
  .nullable()
  .describe("What holders of the token have; null before its launch.");

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
