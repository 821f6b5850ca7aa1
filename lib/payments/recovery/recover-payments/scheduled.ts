import type { Handler } from "@/lib/handler";
import { tellAlerts } from "@/lib/payments/alerting/tell";
import { askSelf } from "@/lib/payments/health/ask-self";
import type { recoverPaymentsEntry } from "./entry";
import { recoverPayments } from "./handler";
import { watchReceivingAccount } from "./watch-account";

/**
 * What the schedule runs: the recovery, beside it the looks at where the money arrives and at the way through the front, and
 * then the alerts, which are told all the more where the recovery failed.
 */
export const recoverOnSchedule: Handler<typeof recoverPaymentsEntry> = async (input, context) => {
  try {
    const [recovered] = await Promise.all([
      recoverPayments(input, context),
      watchReceivingAccount(context.signal),
      askSelf(),
    ]);
    return recovered;
  } finally {
    await tellAlerts();
  }
};
