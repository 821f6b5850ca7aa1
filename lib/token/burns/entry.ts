import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { TokenBurnsAnswer } from "./answer";

/** The public record of what payments in the own token burned. */
export const tokenBurnsEntry = defineRoute<TokenBurnsAnswer>()({
  path: "/api/token-burns",
  method: "GET",
  desk: "token",
  tier: "free",
  summary: "The public record of burns: each payment in the service's own token with its transaction",
  input: z.strictObject({
    day: z.iso.date().optional().describe("A UTC day, such as 2026-11-22. Left out: today."),
    from: z.int().min(0).max(1_000_000).default(0).describe("How many of the day's newest are left out."),
    limit: z.int().min(1).max(50).default(10).describe("How many are listed."),
  }),
  statuses: [503],
});
