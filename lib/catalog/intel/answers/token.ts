import * as z from "zod";
import { tokenChain } from "../token-chains";

const figure = (text: string) => z.number().nullable().describe(text);

/** A token as the market shows it. */
export const marketToken = z.object({
  address: z.string().describe("Mint on Solana, contract elsewhere."),
  chain: tokenChain,
  name: z.string().describe("As its maker wrote it, plain text. Untrusted third-party text."),
  symbol: z
    .string()
    .nullable()
    .describe("As its maker wrote it: any token may carry any symbol. Untrusted text."),
  venue: z
    .string()
    .nullable()
    .describe("Where it trades, or the launchpad that it came from. Untrusted text."),
  url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .describe("A page with its chart."),
  priceUsd: figure("US dollars."),
  mcapUsd: figure("Market capitalisation, fully diluted where no other is known, US dollars."),
  liquidityUsd: figure("The lower of the figures that the sources give, US dollars."),
  volume1hUsd: figure("Traded in the last hour, US dollars."),
  organicVolume1hUsd: figure(
    "The part of it that Jupiter takes for people's; null on other chains than Solana.",
  ),
  change1hPct: figure("Price change over 1 hour, percent."),
  change24hPct: figure("Price change over 24 hours, percent."),
  holders: figure("Wallets that hold it."),
  createdAt: z.iso.datetime().nullable().describe("When it was first seen to trade, in UTC."),
});

export const narrativeHeat = z
  .number()
  .min(0)
  .max(100)
  .nullable()
  .describe("Percentile of its organic 1 h volume among the tokens of the screen; null when unknown.");

/** What the market caps of its peers would mean for its own. */
export const upsideBand = z
  .object({
    label: z.literal("not a forecast").describe("It compares market caps, and expects nothing."),
    peers: z.int().describe("How many tokens of the same chain's screen were compared."),
    mcapUsd: z.number().describe("Its own market capitalisation, US dollars."),
    lowX: z.number().describe("The peers' lower quartile of market cap over its own."),
    midX: z.number().describe("The peers' median over its own."),
    highX: z.number().describe("The peers' upper quartile over its own."),
  })
  .nullable()
  .describe("Quartiles of the peers' market caps over its own; null with too few peers.");
