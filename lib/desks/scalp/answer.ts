import * as z from "zod";
import { tapeRecord } from "@/lib/catalog/intel/answers/tape";
import { TAPE_VENUES } from "@/lib/catalog/intel/tape";
import { SCALP_SYMBOLS } from "./vocabulary";

const symbolTape = z.object({
  symbol: z.enum(SCALP_SYMBOLS).describe("Coin, as its perpetual swap against the dollar (USDT)."),
  venue: z
    .enum(TAPE_VENUES)
    .nullable()
    .describe("The one venue of both timeframes; null when none answered."),
  bias: z
    .enum(["long", "short", "neutral"])
    .nullable()
    .describe("Long or short only when both timeframes lean that way; null unless both have a score."),
  fundingPct: z
    .number()
    .nullable()
    .describe("Funding of the running period, percent; longs pay when positive."),
  nextFundingMs: z.int().nullable().describe("When it is paid, ms since 1970."),
  tape: z.array(tapeRecord).describe("5m, then 15m; closed bars only."),
});

export const scalpFields = z.object({
  scalp: z.array(symbolTape).describe("One entry a symbol, in the order asked for."),
});
export type ScalpFields = z.input<typeof scalpFields>;
