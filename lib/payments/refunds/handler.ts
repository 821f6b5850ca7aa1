import { ApiError } from "@/lib/http/api-error";
import type { Handler } from "@/lib/handler";
import { log } from "@/lib/http/log";
import { wholeUnits } from "../journal/line";
import { fromLedger } from "../ledger/unreachable";
import { type Listed, listedPayment } from "../owed/lists";
import type { Moves } from "../chain/usdc-moved";
import { movesOf } from "./moves-of";
import { type Recorded, recordRefund } from "./record";
import type { refundEntry } from "./entry";

const sameWallet = (payer: string): string => (payer.startsWith("0x") ? payer.toLowerCase() : payer);

/** What keeps a transaction from being this payment's refund, for a person; null when nothing does. */
function objectionTo(moves: Moves, { payer, amount, since }: Listed): string | null {
  if (moves.kind !== "landed") return `${moves.why}.`;
  const gained = moves.gains.get(sameWallet(payer)) ?? 0n;
  if (gained <= 0n) return `This transaction gave ${payer} no USDC: it is no refund of this payment.`;
  if (gained < BigInt(amount))
    return `This transaction gave the payer ${wholeUnits(String(gained))} USDC; the payment took ${wholeUnits(amount)}. Send the whole amount in one transaction.`;
  if (moves.at < since - CLOCK_MARGIN_MS)
    return "This transaction is older than the payment: it can't have returned it.";
  return null;
}
/** How far the chain's clock and Redis' may differ. */
const CLOCK_MARGIN_MS = 60_000;

const MESSAGES: Readonly<Record<Recorded, string>> = {
  refunded: "Refunded. Whoever sends this payment again is told so, with the transaction.",
  used: "This transaction has refunded another payment. Each refund is a transaction of its own.",
  twice: "This payment was refunded before, by another transaction.",
  absent: "The ledger knows no such payment.",
  open: "The outcome of this payment is open: it may be served yet. Wait until it is settled, credited or gone, then decide.",
};

export const refund: Handler<typeof refundEntry> = async ({ payment, transaction: given }, { signal }) => {
  const key = payment.toLowerCase();
  const known = await fromLedger(listedPayment(key));
  if (known === null)
    throw new ApiError(
      "not_found",
      "The ledger knows no such payment. If a transaction paid us, note it as a debt first.",
    );
  const { payer, network, amount } = known;
  if (amount === "")
    throw new ApiError("not_found", "Nothing has moved for this payment: it is only claimed.");
  // A hash on Base may be spelled in two ways, and must count as one.
  const transaction = given.startsWith("0x") ? given.toLowerCase() : given;
  const moves = await movesOf(network, transaction, signal);
  const objection = objectionTo(moves, known);
  const gained = moves.kind === "landed" ? String(moves.gains.get(sameWallet(payer)) ?? 0n) : null;
  const about = { payment: key, payer, network, amount, returned: gained };
  if (objection !== null)
    return { answer: { ok: false, ...about, message: objection }, effects: [], status: 422 };
  const became = await fromLedger(recordRefund(key, known, transaction));
  const message = MESSAGES[became];
  if (became !== "refunded") return { answer: { ok: false, ...about, message }, effects: [], status: 409 };
  log.info("payment_refunded", { payment: key, transaction });
  return { answer: { ok: true, ...about, message }, effects: [] };
};
