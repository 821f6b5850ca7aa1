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

const baseUnits = z.string().regex(/^-?\d+$/);

/** The scheduled route that compares the ledger with the receiving wallets. */
export const reconcileEntry = defineRoute({
  path: "/api/cron/reconcile",
  method: "GET",
  label: "cron-reconcile",
  desk: "operations",
  tier: "free",
  gate: "open",
  audience: "operator",
  summary: "Compares the ledger with the receiving wallets",
  description:
    "What the receiving wallets gained since the last comparison, beside what the ledger says was sold, in USDC base units.",
  input: z.strictObject({}),
  output: z.object({
    ok: z.literal(true).describe("Always true in an answer."),
    chains: z
      .array(
        z.object({
          network: z.string().describe("CAIP-2 id."),
          since: z.iso.datetime().nullable().describe("The last comparison; null at the first."),
          received: baseUnits.nullable().describe("What the wallet gained; negative after a withdrawal."),
          sold: baseUnits.nullable().describe("What the ledger closed as sold."),
          difference: baseUnits.nullable().describe("Received less sold: 0 when the books agree."),
          open: z
            .int()
            .min(0)
            .describe("Payments of all chains that wait to be closed; they explain a difference."),
        }),
      )
      .describe("One row a receiving wallet, in the order of the networks."),
  }),
  sample: {
    input: {},
    output: {
      ok: true,
      chains: [
        {
          network: "eip155:8453",
          since: "2026-03-02T03:17:00.000Z",
          received: "340000",
          sold: "340000",
          difference: "0",
          open: 0,
        },
      ],
    },
  },
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  statuses: [],
});

/** The scheduled route that scores verdicts whose 24 hours are over. */
export const scoreVerdictsEntry = defineRoute({
  path: "/api/cron/score-verdicts",
  method: "GET",
  label: "cron-score-verdicts",
  desk: "operations",
  tier: "free",
  gate: "open",
  audience: "operator",
  summary: "Scores verdicts whose 24 hours are over",
  description:
    "Reads the price 24 hours after each frozen verdict and writes down what became of it. Every look at the accuracy page does a part of the same.",
  input: z.strictObject({}),
  output: z.object({
    ok: z.literal(true).describe("Always true in an answer."),
    scored: z.int().min(0).describe("Verdicts that count and were scored now."),
    voids: z.int().min(0).describe("Those that were found void now."),
    open: z.int().min(0).describe("Those that are due and whose price can't be read yet."),
    daysCounted: z.int().min(0).describe("Days whose sold verdicts were counted now."),
  }),
  sample: { input: {}, output: { ok: true, scored: 1, voids: 0, open: 0, daysCounted: 1 } },
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  statuses: [503],
});
