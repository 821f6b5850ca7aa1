import * as z from "zod";
import { marketToken, narrativeHeat } from "@/lib/catalog/intel/answers/token";
import { safetyVerdict } from "@/lib/catalog/intel/answers/token-safety";

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
  ageHours: z.number().nullable().describe("Hours since it was first seen to trade; null when unknown."),
  narrativeHeat,
  safety: z
    .object({
      verdict: safetyVerdict,
      risk: z.number().nullable().describe("Sum of the points, 0 to 100; null when unknown."),
      failed: z
        .array(z.string())
        .describe("Checks that cost 20 points or more, by their ids: none where it is clear."),
      warned: z.array(z.string()).describe("Checks that cost fewer points, by their ids."),
      missing: z
        .array(z.string())
        .describe("Required checks that nobody answered here: with any of them nothing is clear."),
    })
    .describe("Its safety: of the first five by their reports, of the others by what the lists show."),
  foundIn: z
    .array(z.enum(SCREEN_LISTS))
    .describe("Lists that hold it. A DexScreener profile is paid for by the token's own makers."),
});

export const trenchesScreenFields = z.object({
  lookedAt: z.int().describe("Tokens on the lists with enough liquidity, before the other filters."),
  candidates: z.array(screenCandidate).describe("Hottest first, dangers last."),
});
export type TrenchesScreenFields = z.input<typeof trenchesScreenFields>;
