import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { ReconcileAnswer } from "./answer";

/** The scheduled route that compares the ledger with the receiving wallets. */
export const reconcileEntry = defineRoute<ReconcileAnswer>()({
  path: "/api/cron/reconcile",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "schedule",
  summary: "Compares the ledger with the receiving wallets",
  input: z.strictObject({}),
  statuses: [503],
});
