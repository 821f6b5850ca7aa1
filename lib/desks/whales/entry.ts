import * as z from "zod";
import { defineIntel } from "@/lib/catalog/define";
import { anyCase } from "@/lib/catalog/intel/any-case";
import { contextOnlyInput } from "@/lib/catalog/intel/input";
import { POSITIONING_SYMBOLS } from "@/lib/catalog/intel/perps";
import type { WhalesFields } from "./answer";

const input = contextOnlyInput.extend({
  symbols: z
    .array(anyCase(POSITIONING_SYMBOLS, `expected one of ${POSITIONING_SYMBOLS.join(", ")}`))
    .min(1, "name at least one symbol, or leave symbols out for all of them")
    .max(POSITIONING_SYMBOLS.length)
    .optional()
    .describe("Coins to report on: any of BTC, ETH, SOL, in any case; all of them when left out."),
});

export const whalesEntry = defineIntel<WhalesFields>()({
  path: "/api/svc-intel-whales",
  method: "POST",
  desk: "whales",
  tier: "raw",
  summary: "Derivatives positioning of BTC, ETH, SOL: top traders, takers, open interest, funding",
  input,
  coverage: { ratios: 0.45, taker: 0.2, openInterest: 0.15, funding: 0.2 },
  freshnessSec: 60,
});
