import type { Handler } from "@/lib/handler";
import { noteLedgerSize } from "@/lib/payments/metrics/ledger-sizes";
import type { reconcileEntry } from "./entry";
import { reconcile } from "./handler";
import { watchOwnWallets } from "./own-wallets";

/** What the schedule runs: the comparison, and beside it the looks at our own wallets and at the ledger's size. */
export const reconcileOnSchedule: Handler<typeof reconcileEntry> = async (input, context) => {
  const [reconciled] = await Promise.all([reconcile(input, context), watchOwnWallets(), noteLedgerSize()]);
  return reconciled;
};
