import { log } from "../http/log";
import { now } from "../time";
import { env } from "../env";
import { noteDebt } from "./ledger/debts";
import { ledgerEpoch } from "./ledger/epoch";
import { conflict, type Conflict, missing, type Missing } from "./outcome/outcome";
import type { Moved, Payment } from "./rails/rail";

/** Less than a sold payment is remembered for: what is older and has no record may have been served. */
const REMEMBERED = 0.9;

/**
 * A transfer that has paid us as the payment of something else, without a record. It is not its bearer's to be served
 * for, and it is owed to its wallet, unless it may have been sold for before the ledger remembers.
 */
export async function noteStray(
  { key, payer, network, amount }: Pick<Payment, "key" | "payer" | "network" | "amount">,
  { transaction, at }: Moved,
): Promise<Conflict | Missing> {
  try {
    const isRemembered = now() - at < env().LEDGER_KEY_TTL_SEC * 1000 * REMEMBERED;
    if (isRemembered && at > (await ledgerEpoch())) {
      const noted = await noteDebt(key, { payer, network, amount, transaction, at });
      log.warn("stray_payment", { payment: key, transaction, noted });
    }
    return conflict("stray");
  } catch (error) {
    return missing("ledger", error);
  }
}
