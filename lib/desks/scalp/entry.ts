import * as z from "zod";
import { defineIntel } from "@/lib/catalog/define";
import { anyCase } from "@/lib/catalog/intel/any-case";
import { contextOnlyInput } from "@/lib/catalog/intel/input";
import type { ScalpFields } from "./answer";
import { SCALP_SYMBOLS } from "./vocabulary";

const input = contextOnlyInput.extend({
  symbols: z
    .array(anyCase(SCALP_SYMBOLS, `expected one of ${SCALP_SYMBOLS.join(", ")}`))
    .min(1, "name at least one symbol, or leave symbols out for all of them")
    .max(SCALP_SYMBOLS.length)
    .optional()
    .describe("Coins to report on: any of BTC, ETH, BNB, SOL, in any case; all of them when left out."),
});

export const scalpEntry = defineIntel<ScalpFields>()({
  path: "/api/svc-intel-scalp",
  method: "POST",
  desk: "scalp",
  tier: "signal",
  summary: "Scalp tape of BTC, ETH, BNB and SOL on 5m and 15m: trend, VWAP, takers, RSI, with a score",
  input,
  coverage: { bars: 0.7, taker: 0.2, funding: 0.1 },
});
