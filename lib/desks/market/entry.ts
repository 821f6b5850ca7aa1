import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { MarketAnswer } from "./answer";

/** The market at a glance, free. */
export const marketEntry = defineRoute<MarketAnswer>()({
  path: "/api/market",
  method: "GET",
  label: "market",
  desk: "market",
  tier: "free",
  gate: "open",
  audience: "public",
  summary: "The market at a glance: prices of BTC and ETH, newest headlines, signal teasers",
  input: z.strictObject({}),
  coverage: { ticks: 0.5, headlines: 0.5 },
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "market",
  statuses: [503],
});
