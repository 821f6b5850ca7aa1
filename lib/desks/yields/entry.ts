import * as z from "zod";
import { defineIntel } from "@/lib/catalog/define";
import { anyCase } from "@/lib/catalog/intel/any-case";
import { limitInput } from "@/lib/catalog/intel/input";
import { saysSomething } from "@/lib/catalog/says-something";
import type { YieldsFields } from "./answer";

/** Chains that can be asked for. */
export const YIELD_CHAINS = ["solana", "ethereum", "base", "arbitrum"] as const;

const input = z.strictObject({
  chain: anyCase(YIELD_CHAINS, `must be one of ${YIELD_CHAINS.join(", ")}; leave it out for all chains`)
    .optional()
    .describe("Pools on this chain only, in any case; without it, on every chain."),
  project: z
    .string()
    .trim()
    .min(1, { abort: true })
    .refine(saysSomething, "must name a protocol, such as aave")
    .max(64)
    .optional()
    .describe("Pools whose protocol's name contains this, such as `aave`. `meteora`: DLMM pools by Meteora."),
  limit: limitInput,
  message: z
    .string()
    .max(4_000)
    .optional()
    .describe(
      "Free text for your own context, at most 4,000 characters. If it mentions DLMM, and neither chain nor project " +
        "say otherwise, the pools are Meteora's; else it does not change the answer.",
    ),
});

export const yieldsEntry = defineIntel<YieldsFields>()({
  path: "/api/svc-intel-yields",
  method: "POST",
  desk: "yields",
  tier: "signal",
  summary: "DeFi yields that last: pools scored over the Treasury bill, by chain and project",
  input,
  coverage: { pools: 0.7, bill: 0.3 },
  statuses: [404, 503],
});
