import { log } from "../http/log";
import { isRecorded, noteUnserved } from "./ledger/debts";
import { holdTransfer } from "./ledger/hold";
import { conflict, type Conflict, missing, type Missing, notAskedFor, paidAnother } from "./outcome/outcome";
import type { LandedOtherwise, Objection } from "./outcome/reasons";
import type { Moved } from "@/lib/chains/look";
import type { Payment } from "./rails/rail";

type Transfer = Pick<Payment, "key" | "payer" | "network" | "amount">;

/**
 * Notes what has paid us and is not served as owed to its wallet, unless it may have been sold for before the ledger
 * remembers. Throws when the store can't be reached.
 */
async function note({ key, payer, network, amount }: Transfer, { transaction, at }: Moved): Promise<void> {
  const noted = await noteUnserved(key, { payer, network, amount, transaction, at });
  if (noted !== "forgotten") log.warn("stray_payment", { payment: key, transaction, noted });
}

/**
 * A transfer that has paid us as the payment of something else, without a record. It is not its bearer's to be served
 * for, and it is owed to its wallet.
 */
export async function noteStray(transfer: Transfer, moved: Moved): Promise<Conflict | Missing> {
  try {
    await note(transfer, moved);
    return conflict("stray");
  } catch (error) {
    return missing("ledger", error);
  }
}

/** A transfer that a payer on the operator's list has sent by itself: it is held, listed as owed, and buys nothing. */
export async function holdListed(
  { key, payer, network, amount }: Transfer,
  { transaction, at }: Moved,
): Promise<Conflict | Missing> {
  try {
    const came = await holdTransfer(key, { payer, network, amount, transaction, at });
    log.warn("payment_held", { payment: key, transaction, came });
    return conflict("held");
  } catch (error) {
    return missing("ledger", error);
  }
}

/**
 * A transaction that has landed, and is not of the form in which it was brought: what it bought in another is not said to be
 * nothing.
 */
export async function refuseForm({ message, paymentKey }: LandedOtherwise): Promise<Conflict | Missing> {
  try {
    return paymentKey !== null && (await isRecorded(paymentKey))
      ? conflict("sold otherwise")
      : notAskedFor(message);
  } catch (error) {
    return missing("ledger", error);
  }
}

/**
 * A transfer that has landed, without a record, and has something wrong with it. Its payer is not asked for another: one made
 * for another route is good there, and what else it paid us is owed to its wallet.
 */
export async function refuseLanded(
  payment: Transfer & Pick<Payment, "mispaid">,
  { reason, message, paysAnother }: Objection,
): Promise<Conflict | Missing> {
  if (reason === "wrong_resource") return conflict("credited elsewhere");
  if (paysAnother) return paidAnother(message);
  const { mispaid } = payment;
  try {
    if (mispaid !== undefined) await note({ ...payment, amount: mispaid.amount }, mispaid);
    return notAskedFor(message);
  } catch (error) {
    return missing("ledger", error);
  }
}
