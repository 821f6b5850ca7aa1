import * as z from "zod";
import { tell } from "../tell";
import { envelope } from "./envelope.told";
import { safetyVerdict } from "./token-safety.told";
import { marketToken, narrativeHeat } from "./token.told";
import { trenchesScreenEntry } from "./trenches-screen";

/** Where a candidate was found. */
export const SCREEN_LISTS = [
  "jupiter-trending",
  "jupiter-recent",
  "dexscreener-profile",
  "geckoterminal-trending",
  "geckoterminal-new",
] as const;

/** One token of a screen. */
export const screenCandidate = z.object({
  token: marketToken.describe("What it is and how it trades."),
  narrativeHeat,
  safety: z
    .object({
      verdict: safetyVerdict,
      risk: z.number().nullable().describe("Sum of the points, 0 to 100; null when unknown."),
      failed: z.array(z.string()).describe("Checks that cost points, by their ids."),
      unknown: z.int().describe("How many of the 18 checks nobody could answer here."),
    })
    .describe("What the lists tell of its safety; holders are only read by the verdict of one token."),
  foundIn: z
    .array(z.enum(SCREEN_LISTS))
    .describe("Lists that hold it. A DexScreener profile is paid for by the token's own makers."),
});

const trenchesScreenAnswer = z.object({
  ...envelope("intel-trenches-screen"),
  lookedAt: z.int().describe("Tokens on the lists with enough liquidity, before the other filters."),
  candidates: z.array(screenCandidate).describe("Hottest first, dangers last."),
});
export type TrenchesScreenAnswer = z.input<typeof trenchesScreenAnswer>;

export const trenchesScreenTold = tell(trenchesScreenEntry, {
  description:
    "New and trending tokens below a market cap, from Jupiter, DexScreener and GeckoTerminal, each once, with at least " +
    "$5,000 of liquidity: how they trade, how hot they are among each other, and what is known of their safety " +
    "without a report of each.",
  output: trenchesScreenAnswer,
  sample: {
    input: { maxMcapUsd: 500_000, limit: 5 },
    output: {
      ok: true,
      kind: "intel-trenches-screen",
      dataAsOf: "2026-10-08T15:38:00.000Z",
      sources: ["Jupiter"],
      provenance: [{ id: "jupiter.recent", status: "ok", asOf: "2026-10-08T15:38:00.000Z", ageSec: 4 }],
      coverage: 1,
      stale: false,
      method: "trenches-screen/1",
      notes: [],
      lookedAt: 64,
      candidates: [
        {
          token: {
            address: "DoVAVzViX8Bjy3r15nwikSaSbzE6dV4ovd28aWpJpump",
            chain: "solana",
            name: "Higgspad",
            symbol: "HIGGS",
            venue: "pumpswap",
            url: null,
            priceUsd: 0.0008832,
            mcapUsd: 855_186,
            liquidityUsd: 119_336.33,
            volume1hUsd: 11_146.98,
            organicVolume1hUsd: 2_310.4,
            change1hPct: -2.1,
            change24hPct: -48.65,
            holders: 1_204,
            createdAt: "2026-10-04T12:36:16.000Z",
          },
          narrativeHeat: 71.4,
          safety: { verdict: "clear", risk: 0, failed: [], unknown: 11 },
          foundIn: ["jupiter-trending"],
        },
      ],
    },
  },
});
