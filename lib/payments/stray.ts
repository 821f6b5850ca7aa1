import { log } from "../http/log";
import { noteUnserved } from "./ledger/debts";
import { conflict, type Conflict, missing, type Missing } from "./outcome/outcome";
import type { Moved, Payment } from "./rails/rail";

/**
 * A transfer that has paid us as the payment of something else, without a record. It is not its bearer's to be served
 * for, and it is owed to its wallet, unless it may have been sold for before the ledger remembers.
 */
export async function noteStray(
  { key, payer, network, amount }: Pick<Payment, "key" | "payer" | "network" | "amount">,
  { transaction, at }: Moved,
): Promise<Conflict | Missing> {
  try {
    const noted = await noteUnserved(key, { payer, network, amount, transaction, at });
    if (noted !== "forgotten") log.warn("stray_payment", { payment: key, transaction, noted });
    return conflict("stray");
  } catch (error) {
    return missing("ledger", error);
  }
}
