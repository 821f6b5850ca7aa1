import type { Handler } from "@/lib/handler";
import type { recoverPaymentsEntry } from "./entry";
import { recoverPayments } from "./handler";
import { watchReceivingAccount } from "./watch-account";

/** What the schedule runs: the recovery, and beside it the one look at where the money arrives. */
export const recoverOnSchedule: Handler<typeof recoverPaymentsEntry> = async (input, context) => {
  const [recovered] = await Promise.all([
    recoverPayments(input, context),
    watchReceivingAccount(context.signal),
  ]);
  return recovered;
};
