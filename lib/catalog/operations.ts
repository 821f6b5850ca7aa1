import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "./define";

/** The scheduled route that closes payments which no client came back for. */
export const closeBooksEntry = defineRoute({
  path: "/api/cron/close-books",
  method: "GET",
  label: "cron-close-books",
  desk: "operations",
  tier: "free",
  gate: "open",
  audience: "operator",
  summary: "Closes abandoned payments by the chain's evidence",
  description:
    "Looks up payments that were left between intent and settlement, and settles or releases each by what the chain says.",
  input: z.strictObject({}),
  output: z.object({
    ok: z.literal(true).describe("Always true in an answer."),
    looked: z.int().min(0).describe("Abandoned payments that were looked up."),
    settled: z.int().min(0).describe("Those that had moved; their answers can be read now."),
    released: z.int().min(0).describe("Those that moved nothing and never will."),
    open: z.int().min(0).describe("Those that the chain does not decide yet."),
  }),
  sample: { input: {}, output: { ok: true, looked: 3, settled: 1, released: 1, open: 1 } },
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  statuses: [],
});
