import * as z from "zod";
import { defineIntel } from "@/lib/catalog/define";
import { contextOnlyInput } from "@/lib/catalog/intel/input";
import { POSITIONING_SYMBOLS } from "@/lib/catalog/intel/perps";
import type { WhalesFields } from "./answer";

const input = contextOnlyInput.extend({
  symbols: z
    .array(
      z.enum(POSITIONING_SYMBOLS, {
        error: `expected one of ${POSITIONING_SYMBOLS.join(", ")}, in capitals`,
      }),
    )
    .min(1, "name at least one symbol, or leave symbols out for all of them")
    .max(POSITIONING_SYMBOLS.length)
    .optional()
    .describe("Coins to report on: any of BTC, ETH, SOL; all of them when left out."),
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
