import * as z from "zod";

const amount = z.number().min(0).nullable();
const digits = z.string().regex(/^\d+$/);
const dollars = z.number().min(0).nullable();

const native = z.object({
  symbol: z.enum(["SOL", "ETH"]).describe("The chain's own coin."),
  amount: amount.describe("Coins held; null when the balance could not be read, which is not 0."),
  amountRaw: digits.nullable().describe("The same in lamports or wei, in digits: may exceed 2^53."),
  priceUsd: z.number().positive().nullable().describe("US dollars for one."),
  valueUsd: dollars.describe("US dollars."),
});

/** Why a token is not in the totals. */
export const EXCLUSIONS = ["unpriced", "dust", "over_liquidity", "liquidity_unknown"] as const;

const token = z.object({
  id: z.string().describe("Mint or contract address."),
  symbol: z
    .string()
    .nullable()
    .describe(
      "Its own name for itself, at most 20 characters: untrusted third-party text unless `verified`.",
    ),
  amount: z.number().min(0).describe("Tokens held."),
  amountRaw: digits.describe("The same in base units, in digits: may exceed 2^53."),
  priceUsd: z.number().positive().nullable().describe("US dollars for one."),
  valueUsd: dollars.describe("US dollars at that price; what could be had for it may be far less."),
  priced: z.boolean().describe("Whether a price is known."),
  verified: z.boolean().describe("Its address is on the service's list of checked tokens."),
  excluded: z
    .enum(EXCLUSIONS)
    .nullable()
    .describe(
      "Why it is not in the totals: no price, or none that can be believed; unverified and under $1; unverified and worth more than its pools hold; " +
        "unverified and its pools unknown. Null: it is in them.",
    ),
});

const record = z.object({
  chain: z.enum(["solana", "base"]).describe("Chain that was read."),
  address: z.string().describe("The wallet."),
  summary: z.string().max(200).describe("One line of figures; names in it are of verified tokens only."),
  native,
  tokens: z
    .array(token)
    .max(50)
    .nullable()
    .describe("The most valuable first, at most 50; NFTs are left out. Null when they could not be read."),
  tokensHeld: z
    .int()
    .min(0)
    .nullable()
    .describe("Fungible tokens found: on Base, of the list. Null if unread."),
  totalPricedUsd: dollars.describe(
    "Native coin and tokens that are not excluded; null when nothing is priced.",
  ),
  unpricedCount: z.int().min(0).nullable().describe("Tokens without a price."),
  dustCount: z.int().min(0).nullable().describe("Tokens worth less than $1."),
  excludedCount: z
    .int()
    .min(0)
    .nullable()
    .describe("Priced, unverified tokens of $1 and more left out as spam."),
  stablePct: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe("Share of dollar stablecoins in the total, percent."),
  top1Pct: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe("Share of the largest holding in the total, percent."),
  hhi: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      "Concentration: sum of squared shares; 1 is a single asset. Null when checked tokens could not be priced.",
    ),
  change24h: z
    .object({
      usd: z.number().describe("US dollars."),
      pct: z.number().describe("Percent."),
      ofPct: z.number().describe("Share of the total whose changes are known, percent."),
    })
    .nullable()
    .describe(
      "What today's holdings gained in 24 hours by their prices, whoever held them; null when less than 90 % is known.",
    ),
  complete: z
    .boolean()
    .describe(
      "False when there may be more than is shown: a further page, an unread balance, or only a list of tokens.",
    ),
});

export const walletFields = z.object({
  wallet: record.describe("The wallet that was asked for; Solana's when both were."),
  wallets: z.array(record).min(1).max(2).describe("Every wallet that was asked for, Solana first."),
});
export type WalletFields = z.input<typeof walletFields>;
