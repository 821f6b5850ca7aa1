import * as z from "zod";
import { defineIntel } from "@/lib/catalog/define";
import type { MarketFields } from "./answer";

/** The market at a glance, free. */
export const marketEntry = defineIntel<MarketFields>()({
  path: "/api/market",
  method: "GET",
  desk: "market",
  tier: "free",
  summary: "The market at a glance: prices of BTC and ETH, newest headlines, signal teasers",
  input: z.strictObject({}),
  coverage: { ticks: 0.5, headlines: 0.5 },
});
