import type { AnswerOf } from "@/lib/catalog/define";
import { ApiError } from "@/lib/http/api-error";
import type { Handler } from "@/lib/handler";
import { log } from "@/lib/http/log";
import { now } from "@/lib/time";
import { wholeUnits } from "../journal/line";
import type { Debt } from "../ledger/debts";
import { SCREEN } from "../ledger/hold";
import { fromLedger } from "../ledger/unreachable";
import { type Listed, listedPayment } from "../owed/lists";
import type { UsdcMoved } from "@/lib/chains/usdc-moved";
import { givenByUs } from "./given-by-us";
import { isFinal, movesOf } from "./moves-of";
import { type Recorded, recordRefund, sameWallet } from "./record";
import { letGoOfRefund, type Reserved, reserveRefund } from "./reserve";
import type { refundEntry } from "./entry";

type Answer = AnswerOf<typeof refundEntry>;
/** What there is to say of a payment, and how it ended. */
type Said = Pick<Answer, "ok" | "returned" | "message"> & {
  status?: 409 | 422;
  reserved?: Answer["reserved"];
};

/** What keeps a transaction from being this payment's refund, for a person; null when nothing does. */
function objectionTo(moves: UsdcMoved, { payer, amount, since }: Listed): string | null {
  const gained = moves.gains.get(sameWallet(payer)) ?? 0n;
  if (gained <= 0n) return `This transaction gave ${payer} no USDC: it is no refund of this payment.`;
  if (gained < BigInt(amount))
    return `This transaction gave the payer ${wholeUnits(String(gained))} USDC; the payment took ${wholeUnits(amount)}. Send the whole amount in one transaction.`;
  if (moves.at < since - CLOCK_MARGIN_MS)
    return "This transaction is older than the payment: it can't have returned it.";
  const given = givenByUs(moves.gains, payer);
  if (given < BigInt(amount))
    return `Of that, ${wholeUnits(String(given > 0n ? given : 0n))} USDC came from wallets of ours: what somebody else gave the payer returns nothing. Wallets that refunds are sent from, besides the receiving ones, are named in REFUND_WALLETS.`;
  return null;
}
/** How far the chain's clock and Redis' may differ. */
const CLOCK_MARGIN_MS = 60_000;

const MESSAGES: Readonly<Record<Recorded | "lost", string>> = {
  refunded: "Refunded. Whoever sends this payment again is told so, with the transaction.",
  used: "This transaction has refunded another payment of this wallet. Each payment of one wallet is returned by a transaction of its own.",
  twice: "This payment was refunded before, by another transaction. Send nothing.",
  absent: "The ledger knows no such payment.",
  open: "The outcome of this payment is open: it may be served yet. Wait until it is settled, credited or gone, then decide.",
  unseen:
    "This payment's money was not seen on chain, or its block is not final yet: there may be nothing to return. Send nothing. `npm run ledger -- show <payment>` says what is known: what is believed is looked for within two minutes, and final within half an hour.",
  lost: "No refund of this payment is reserved.",
};

/** The money is gone by then: what was sent is recorded later. */
const UNSEEN_BUT_SENT =
  "This payment's own money was not seen on chain, is disputed, or its block is not final yet, so that the refund was not recorded. Send nothing more. `npm run ledger -- show <payment>` says what is known; run this command again when that is decided.";
const NOT_FINAL =
  "This transaction is in a block that is not final yet, and the chain may still drop it. Nobody is served with the payment meanwhile. Run this command again in half an hour.";

const HELD_BY_SCREEN =
  "The screen of payers holds this payment. Send nothing before two operators have released it, each with `npm run ledger -- refund <payment> --let-go`.";

const KINDS: Readonly<Record<Extract<Reserved, { since: number }>["kind"], (by: string) => string>> = {
  reserved: () =>
    "Reserved. Send the amount to the payer now, in one transaction, and record it. Nobody is served with this payment meanwhile.",
  held: (by) =>
    by === SCREEN
      ? HELD_BY_SCREEN
      : `${by} has reserved this refund. Send nothing before you have asked: what is sent twice doesn't come back.`,
  half: (by) =>
    `The screen of payers holds this payment. ${by} has agreed to release it: another operator has to run the same command.`,
  free: (by) => `Let go of what ${by} had reserved. The payment is what it was before.`,
};

function saidOf(became: Reserved): Said {
  if (!("since" in became)) return { ok: false, returned: null, message: MESSAGES[became.kind], status: 409 };
  const { kind, by, since } = became;
  const said = { returned: null, message: KINDS[kind](by) };
  if (kind === "free") return { ok: true, ...said };
  const reserved = { by, since: new Date(since).toISOString() };
  return kind === "reserved"
    ? { ok: true, ...said, reserved }
    : { ok: false, ...said, reserved, status: 409 };
}

const owedFor = ({ payer, network, amount, transaction, since: at }: Listed): Debt => ({
  ...{ payer, network, amount, transaction, at },
});

/** Two steps, of which only the first is done: it is reserved, whoever was about to, and recorded once its block is final. */
async function recordLater(known: Listed, by: string, returned: string): Promise<Said> {
  const became = await fromLedger(reserveRefund(known.payment, owedFor(known), by));
  if (!("since" in became)) {
    const message = became.kind === "unseen" ? UNSEEN_BUT_SENT : MESSAGES[became.kind];
    return { ok: false, returned, message, status: 409 };
  }
  const reserved = { by: became.by, since: new Date(became.since).toISOString() };
  return { ok: false, returned, reserved, message: NOT_FINAL, status: 409 };
}

async function record(known: Listed, given: string, by: string, signal: AbortSignal): Promise<Said> {
  // A hash on Base may be spelled in two ways, and must count as one.
  const transaction = given.startsWith("0x") ? given.toLowerCase() : given;
  const moves = await movesOf(known.network, transaction, signal);
  if (moves.kind !== "landed") return { ok: false, returned: null, message: `${moves.why}.`, status: 422 };
  const objection = objectionTo(moves, known);
  const returned = String(moves.gains.get(sameWallet(known.payer)) ?? 0n);
  if (objection !== null) return { ok: false, returned, message: objection, status: 422 };
  if (!(await isFinal(known.network, moves, signal))) return recordLater(known, by, returned);
  const became = await fromLedger(recordRefund(known.payment, known, transaction));
  if (became !== "refunded") {
    const message = became === "unseen" ? UNSEEN_BUT_SENT : MESSAGES[became];
    return { ok: false, returned, message, status: 409 };
  }
  log.info("payment_refunded", { payment: known.payment, transaction });
  return { ok: true, returned, message: MESSAGES.refunded };
}

/** What landed longer ago is final on any chain, and its node may have let go of it. */
const SURELY_FINAL_MS = 86_400_000;

/**
 * Whether what a payment gave us may still be dropped by its chain. A sale's block is looked at by the sale's own check; that of
 * a payment which was not served is looked at here.
 */
async function mayBeDropped(
  { state, network, transaction, since }: Listed,
  signal: AbortSignal,
): Promise<boolean> {
  if ((state !== "debt" && state !== "credited") || now() - since > SURELY_FINAL_MS) return false;
  const moves = await movesOf(network, transaction, signal);
  return moves.kind !== "landed" || !(await isFinal(network, moves, signal));
}

/** Two steps: what is about to be sent is reserved, what was sent is recorded. */
async function act(
  known: Listed,
  { transaction, by, letGo }: Parameters<typeof refund>[0],
  signal: AbortSignal,
): Promise<Said> {
  if (transaction !== undefined) return record(known, transaction, by, signal);
  const { payment, payer } = known;
  if (!letGo && (await mayBeDropped(known, signal))) return saidOf({ kind: "unseen" });
  const became = await fromLedger(
    letGo ? letGoOfRefund({ paymentKey: payment, payer }, by) : reserveRefund(payment, owedFor(known), by),
  );
  log.info("refund_reserved", { payment, became: became.kind, by });
  return saidOf(became);
}

export const refund: Handler<typeof refundEntry> = async (input, { signal }) => {
  if (input.letGo && input.transaction !== undefined)
    throw new ApiError("invalid_request", "Either record a transaction or let go of the reservation.");
  const key = input.payment.toLowerCase();
  const known = await fromLedger(listedPayment(key));
  if (known === null)
    throw new ApiError(
      "not_found",
      "The ledger knows no such payment. If a transaction paid us, note it as a debt first.",
    );
  const { payer, network, amount } = known;
  if (amount === "")
    throw new ApiError("not_found", "Nothing has moved for this payment: it is only claimed.");
  const { status = 200, reserved = null, ...said } = await act(known, input, signal);
  return { answer: { payment: key, payer, network, amount, reserved, ...said }, effects: [], status };
};
