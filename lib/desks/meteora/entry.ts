import * as z from "zod";
import { defineIntel } from "@/lib/catalog/define";
import { limitInput, messageInput } from "@/lib/catalog/intel/input";
import type { MeteoraFields } from "./answer";

const HINT = /^[\p{L}\p{N}][\p{L}\p{N} ._$+/-]*$/u;

const input = z.strictObject({
  poolHint: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(
      HINT,
      "must be the address of a pool, or words such as `SOL-USDC`: letters, digits and `. _ $ + / -`",
    )
    .optional()
    .describe("One pool by its address, or those that a text finds, such as `SOL-USDC`."),
  sortByApy: z
    .boolean()
    .default(false)
    .describe("True: those that pay most first; false: the largest first."),
  limit: limitInput,
  message: messageInput,
});

export const meteoraEntry = defineIntel<MeteoraFields>()({
  path: "/api/svc-intel-meteora",
  method: "POST",
  desk: "meteora",
  tier: "signal",
  summary: "Meteora DLMM pools: TVL, fees, APY, bin step, and whether fees cover impermanent loss",
  input,
  coverage: { pools: 0.5, volatility: 0.5 },
  statuses: [404, 503],
});
