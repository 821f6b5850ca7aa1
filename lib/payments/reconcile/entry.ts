import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { ReconcileAnswer } from "./answer";

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
