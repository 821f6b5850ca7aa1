import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "./define";
import type { CloseBooksAnswer, ReconcileAnswer } from "./operations.told";

/** The scheduled route that closes payments which no client came back for. */
export const closeBooksEntry = defineRoute<CloseBooksAnswer>()({
  path: "/api/cron/close-books",
  method: "GET",
  label: "cron-close-books",
  desk: "operations",
  tier: "free",
  gate: "open",
  audience: "operator",
  summary: "Closes abandoned payments by the chain's evidence",
  input: z.strictObject({}),
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  statuses: [],
});

/** The scheduled route that compares the ledger with the receiving wallets. */
export const reconcileEntry = defineRoute<ReconcileAnswer>()({
  path: "/api/cron/reconcile",
  method: "GET",
  label: "cron-reconcile",
  desk: "operations",
  tier: "free",
  gate: "open",
  audience: "operator",
  summary: "Compares the ledger with the receiving wallets",
  input: z.strictObject({}),
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  statuses: [],
});
