import { keepAlive } from "../http/keep-alive";
import { describe, log } from "../http/log";
import { countEvent } from "../store/counters";
import { now } from "../time";
import { type Made, runHandler } from "./answers/run-handler";
import { mayAskFirst } from "./asked-first";
import type { PaidCall } from "./call";
import { type Exempt, passGuard, type Passed } from "./answers/pass-guard";
import { waitForContractQuestion } from "./contract-budget";
import { creditMoved, type Credited, PROVED_MAX_AGE_MS, serveCredited } from "./credited";
import { noteSale } from "./ledger/last-sales";
import { type End, release, takeSlot, writeIntent } from "./ledger/ledger";
import { takenError } from "./ledger/reserve";
import { countSale } from "./ledger/totals";
import {
  busy,
  heldByAnother,
  missing,
  type Missing,
  type Money,
  type Outcome,
  refusedByRoute,
  type RefusedPayment,
  refusedPayment,
  type Unavailable,
  undecided,
} from "./outcome/outcome";
import type { Funds } from "./funds/funds";
import type { Moved, OnChain } from "@/lib/chains/look";
import { type Asker, type Explained, factsOf } from "./rails/rail";
import type { Objection, Reason } from "./outcome/reasons";
import { isScreenedByOracle, notServed } from "./screen";
import { signingKey } from "./receipts/signing-key";
import { bindingOf, boundElsewhere, type BoundToOtherPayment, earlierPayment } from "./second-payment";
import { lookUpOnce, settle } from "./settlement";
import { isSwitchedOff } from "./switches/switches";
import { usualMs } from "./usual-time";

/** How a call under its own claim ends: by an outcome, free of charge, or by the answer of the caller's earlier payment. */
export type Ended = Outcome | Exempt | BoundToOtherPayment;

/** What is known of a call's payment while it has a claim and no money was moved by us. */
interface Standing {
  /** A facilitator was asked, and the route's refusal is one of the few that are free. */
  isVerified: boolean;
  /**
   * `moved`: it is with us already, and whatever ends the call, its payer has paid; `unknown`: whoever has seen the payment may
   * have sent it, also where a facilitator has just found it good, of which some don't look whether it was used.
   */
  money: "moved" | "unknown";
}

const isSaidMoved = (ended: Ended): boolean => "money" in ended && ended.money === "moved";

/**
 * How a call that moved nothing ended, and whether that was its payer's doing: a refusal is, and so is hanging up while
 * dear work is done. Nobody is to blame for an outage, or for what others have.
 */
function endOf(ended: Ended, { payment }: PaidCall, { isVerified, money }: Standing): End {
  const hasMoved = money === "moved" || isSaidMoved(ended);
  const hasLeft = ended.kind === "unavailable" && ended.what === "caller";
  const isByRoute = ended.kind === "refused" && ended.by === "route" && ended.error.status < 500;
  const isByTill = ended.kind === "refused" && ended.by === "till";
  return {
    // In the name of a payer whom only the verification tells, anybody could have any number of payments remembered.
    mayHaveMoved: hasMoved || (ended === undecided && payment.knownBy !== "verification"),
    isInVain: isVerified && (isByRoute || hasLeft || isByTill),
    isFreeRefusal: (isByRoute || hasLeft || isByTill) && isVerified,
    isExplained: ended.kind === "refused" && ended.by === "till" && ended.explained === true,
    isOld: isByTill && ended.old === true,
  };
}

/** Gives the claim back; true when this call still held it, so that nothing has moved by us. */
async function releaseClaim(call: PaidCall, ended: Ended, standing: Standing): Promise<boolean> {
  try {
    return await release(call.claim, endOf(ended, call, standing));
  } catch (error) {
    // The claim runs out by itself; until then the same payment waits.
    log.warn("claim_not_released", {
      route: call.entry.path,
      payment: call.payment.key,
      why: describe(error),
    });
    return false;
  }
}

/** What the chain knows of a payment that the ledger does not know, since as long before it first came as is credited. */
export const lookUpOnChain = ({ payment, receivedAt, presentedMs }: PaidCall): Promise<OnChain> =>
  lookUpOnce(payment.rail, payment.evidence, {
    from: receivedAt - presentedMs - PROVED_MAX_AGE_MS,
    until: receivedAt,
  });

/**
 * The same for a payment that no facilitator has verified. Such payments cost nothing to make, so there are only a few of these
 * looks a minute; beyond them it is not known whether the payment has moved.
 */
const lookEarly = async (call: PaidCall): Promise<OnChain> =>
  mayAskFirst(call.claim.network)
    ? lookUpOnChain(call)
    : { kind: "open", unread: true, why: "the chain was not asked" };

function moneyBy(found: OnChain): Money {
  if (found.kind === "moved") return "moved";
  return found.kind === "open" && (found.seen || found.unread) ? "unknown" : "not moved";
}

/** What can't be sold now is served all the same where its money is with us. */
async function unlessMoved(call: PaidCall, ended: Missing): Promise<Credited | Ended> {
  const found = await lookEarly(call);
  return found.kind === "moved" ? creditMoved(call, found) : { ...ended, money: moneyBy(found) };
}

/** Reasons that may hide a payment that has moved: its time is over or its wallet empty because it was made. */
const MAY_HAVE_MOVED: ReadonlySet<Reason> = new Set(["expired", "insufficient_funds", "payment_rejected"]);

/**
 * A refusal that our own node explains counts against the payer, who may cause a few a minute; where anybody may have brought
 * the payment, it counts against the caller's network. What only facilitators object to counts against nobody.
 */
const explainedBy = ({ explained, old }: Explained, refused: RefusedPayment): RefusedPayment => ({
  ...refused,
  ...(explained && { explained }),
  ...(old && { old }),
});

/**
 * Refuses, unless the chain holds the payment or can't be asked: what has moved is never challenged again. A signature that
 * was checked here, and that a facilitator calls invalid, may have been used.
 */
async function refuse(
  call: PaidCall,
  { reason, message, isReported, ...why }: Objection & Explained & { isReported?: true },
): Promise<Credited | Outcome> {
  const mayHaveMoved = MAY_HAVE_MOVED.has(reason) || (isReported === true && reason === "invalid_signature");
  if (mayHaveMoved && why.unused !== true) {
    const found = await lookUpOnChain(call);
    if (found.kind === "moved") return creditMoved(call, found);
    if (found.kind === "open" && (found.seen || found.unread)) return undecided;
  }
  return explainedBy(why, refusedPayment(reason, message));
}

/** The chain has seen this payment, but the ledger has not: the chain is asked before a challenge is returned. */
async function alreadyUsed(call: PaidCall): Promise<Credited | Outcome> {
  const found = await lookUpOnChain(call);
  if (found.kind === "moved") return creditMoved(call, found);
  if (found.kind === "open") return undecided;
  const message = `The payment can't be used: ${found.why}. Sign a fresh one.`;
  // What Solana has taken, and failed, stands there for anybody to read.
  const why: Explained = call.payment.hasRunOut === null ? { explained: true } : { old: true };
  return explainedBy(why, refusedPayment("payment_rejected", message));
}

/** A payment that may be settled, by whom it was verified. */
interface Admitted {
  kind: "valid";
  by: string;
}

/** Whether the contract that is to have signed is one, as far as our own node tells. */
async function objectTo({ payment }: PaidCall): Promise<Outcome | null> {
  const objection = await payment.objectionToSignature();
  return objection && refusedPayment(objection.reason, objection.message);
}

/** Takes the slot of a payer whom only the verification could tell. */
async function admitLate(
  call: PaidCall,
  admitted: Admitted,
  shown: bigint | "unread",
): Promise<Admitted | Ended> {
  if (call.payment.knownBy !== "verification") return admitted;
  const slot = await takeSlot(call.claim, shown).catch((error: unknown) => missing("ledger", error));
  switch (slot.kind) {
    case "ok":
      return admitted;
    case "lost":
      return heldByAnother;
    case "busy":
      return busy(waitMs(call, slot));
    case "bound":
      return boundElsewhere(slot.value);
    case "unavailable":
      return slot;
  }
}

/** How long a payer waits for a slot (ms): for another call of its own no longer than calls of the route usually take. */
export const waitMs = (
  { entry }: Pick<PaidCall, "entry">,
  slot: { waitMs: number; isHeld?: true },
): number => (slot.isHeld === true ? Math.min(slot.waitMs, usualMs(entry.path)) : slot.waitMs);

/**
 * What our own node shows of the payer's account before a facilitator is asked; null for a payer who is known by its key and
 * has paid before. Whoever brings what no key signed may do so in the name of a rich account.
 */
async function fundsFor({ payment }: PaidCall, { hasPaid, funds }: Known): Promise<Funds | null> {
  if (hasPaid && payment.knownBy === "signature" && !isScreenedByOracle(payment)) return null;
  return funds ?? payment.funds();
}

/** What is known before anybody is asked. */
export interface Known {
  /** What is wrong with the payment, or that it has moved; null for neither. */
  of: (Objection & Explained) | Moved | null;
  /** A sale to its payer was settled before. */
  hasPaid: boolean;
  /** What the payer's other open claims would move of the same asset (base units). */
  open: bigint;
  /** The payer's account, where it was looked at before the claim. */
  funds?: Funds;
}

const isShownMoved = ({ of }: Known): boolean => of !== null && !("reason" in of);

/** Whether its money is with us before anything is sold for it: by a look at the chain, or because its payer has sent it. */
const hasMovedBefore = ({ payment }: PaidCall, known: Known): boolean =>
  payment.knownBy === "chain" || isShownMoved(known);

/**
 * Has the payment verified. A payment that has moved already is credited, whatever is switched off or out: its money is with
 * us. Anybody can invent a signature that only the chain can judge, so what our nodes are asked about one is counted by
 * network first.
 */
async function admit(call: PaidCall, known: Known): Promise<Admitted | Credited | Ended> {
  const { of } = known;
  if (of !== null && !("reason" in of)) return creditMoved(call, of);
  const isStranger = call.payment.knownBy === "verification";
  const lateMs = isStranger ? await waitForContractQuestion(call.headers) : 0;
  if (lateMs > 0) return busy(lateMs);
  if (of !== null) return refuse(call, of);
  if (call.payment.knownBy === "chain") return alreadyUsed(call);
  if (await isSwitchedOff("route", call.entry.path))
    return unlessMoved(call, missing("payments", "the route is switched off"));
  const objection = isStranger ? await objectTo(call) : null;
  if (objection !== null) return objection;
  const funds = await fundsFor(call, known);
  return funds === null ? verify(call, known, null) : admitFunded(call, known, funds);
}

/** Has a payment verified whose payer's account was looked at. Its open claims never exceed what the account is shown to hold. */
async function admitFunded(call: PaidCall, known: Known, funds: Funds): Promise<Admitted | Credited | Ended> {
  switch (funds.kind) {
    case "refused":
      return refuse(call, funds);
    case "blocked":
      return notServed(call.payment, funds.by);
    case "shown":
      if (known.open + BigInt(call.payment.amount) > funds.balance) return busy(usualMs(call.entry.path));
      break;
    case "unread":
      log.warn("balance_unread", { route: call.entry.path, payment: call.payment.key, why: funds.why });
  }
  return verify(call, known, funds);
}

async function verify(
  call: PaidCall,
  { hasPaid }: Known,
  funds: Funds | null,
): Promise<Admitted | Credited | Ended> {
  const isUnread = funds?.kind === "unread";
  const asker: Asker = { hasPaid: hasPaid && !isUnread, network: call.claim.network, isUnread };
  void signingKey(); // a process's first receipt finds it ready: whoever verifies takes longer
  const verification = await call.payment.verify(asker);
  switch (verification.kind) {
    case "valid":
      return admitLate(call, verification, funds?.kind === "shown" ? funds.balance : "unread");
    case "refused":
      log.info("payment_refused", {
        route: call.entry.path,
        payment: call.payment.key,
        reason: verification.reason,
        detail: verification.detail.slice(0, 120),
      });
      // Before the first sale every vain question counts: a wallet that keeps its balance could have any number of them.
      // What is old counts against its network alone: anybody may have brought it.
      return refuse(call, {
        ...verification,
        ...(!hasPaid && verification.old !== true && { explained: true }),
        isReported: true,
      });
    case "already-used":
      return alreadyUsed(call);
    case "unavailable":
      return unlessMoved(call, missing("payments", verification.detail));
  }
}

/** The intent stands, and money may move. `trusted`: the address of the facilitator whose word is served at once, if any. */
interface Placed {
  kind: "placed";
  trusted?: string;
}

/** What is sold by facilitators' word while our node can't be asked has come to its bound. */
function usedUp(network: string): Missing {
  log.error("unseen_sales_used_up", { network });
  countEvent("unseen:used-up", keepAlive);
  return missing("payments", "our own node is silent, and as much as may be was sold unseen");
}

/** Writes the intent down. */
async function recordIntent(
  call: PaidCall,
  { text, effects, reserve }: Made,
  by: string,
): Promise<Ended | Placed> {
  const { claim, payment } = call;
  const { network, amount } = payment;
  const settlers = await payment.settlers(by);
  const written = await writeIntent(claim, {
    evidence: JSON.stringify(payment.evidence),
    facts: JSON.stringify(factsOf(payment)),
    effects: [...effects, ...countSale(payment, now()), noteSale(call.entry, now())],
    reserve,
    answer: text,
    binding: bindingOf(call),
    ...(settlers.length > 0 && { toPlace: { network, amount, settlers } }),
  }).catch((error: unknown) => missing("ledger", error));
  switch (written.kind) {
    case "ok":
      return { ...written, kind: "placed" };
    case "used-up":
      return usedUp(network);
    case "unavailable":
      return written;
    case "taken":
      return refusedByRoute(takenError(written.reservation, "You were not charged."));
    case "lost":
      return heldByAnother;
    case "bound":
      // Another payment under the same key came to its intent first; that one's answer is the answer.
      return (await earlierPayment(call)) ?? heldByAnother;
  }
}

/** So long after it came a payment that names no time may have run out: a blockhash lives for little more than a minute. */
const SLOW_MS = 5_000;

const RAN_OUT: Objection = {
  reason: "expired",
  message: "The transaction's blockhash ran out while the answer was made. Sign a fresh transaction.",
};

/** An answer that is written down with its intent. */
interface Prepared extends Made {
  /** It took longer than SLOW_MS to make. */
  tookLong: boolean;
  /** See Placed. */
  trusted?: string;
}

/** Makes the answer and writes it down with the intent, unless its payment has run out meanwhile. */
async function prepare(call: PaidCall, by: string): Promise<Prepared | Credited | Ended> {
  const made = await runHandler(call, false);
  if (made.kind !== "made") return made;
  const tookLong = now() - call.receivedAt > SLOW_MS;
  if (tookLong && (await call.payment.hasRunOut?.()) === true) return refuse(call, RAN_OUT);
  const placed = await recordIntent(call, made, by);
  if (placed.kind !== "placed") return placed;
  const { trusted } = placed;
  return { ...made, tookLong, ...(trusted !== undefined && { trusted }) };
}

/** Errors that make no statement on this payment's money, or lead to another payment's answer. */
function isSafeWithoutClaim(ended: Ended): boolean {
  switch (ended.kind) {
    case "bound elsewhere":
    case "exempt":
    case "in flight":
    case "conflict":
      return true;
    case "refused":
      return ended.by === "route" && ended.error.code === "store_unavailable";
    case "unavailable":
      return ended.what === "ledger";
    default:
      return false;
  }
}

/** Failures of which nobody has asked the chain yet, and whose caller is still there to hear what it says. */
const NOT_LOOKED_FOR: ReadonlySet<Unavailable["what"]> = new Set(["time", "service"]);

/** An end with what is known of the money. We have moved nothing; whether others have, the chain tells before anybody hears so. */
async function withMoney(call: PaidCall, ended: Ended, standing: Standing): Promise<Ended> {
  const look = async (): Promise<Money> => {
    if (standing.money === "moved") return "moved";
    // What a facilitator has found good cost its payer a wallet with money: such looks need no limit of their own.
    return moneyBy(await (standing.isVerified ? lookUpOnChain(call) : lookEarly(call)));
  };
  if (ended.kind === "refused" && ended.by === "route") return { ...ended, money: await look() };
  if (ended.kind !== "unavailable" || ended.money !== "unknown") return ended;
  return { ...ended, money: NOT_LOOKED_FOR.has(ended.what) ? await look() : standing.money };
}

/** What takes a call further before money may move. */
type Step = Passed | Admitted | Credited | Prepared;

const isEnded = <T extends Step>(came: T | Ended): came is Ended =>
  came.kind !== "passed" && came.kind !== "valid" && came.kind !== "credited" && came.kind !== "made";

/**
 * Everything before money may move; whatever ends the sale there gives the claim back. Who lost it meanwhile, to a copy
 * of this call that may sell and settle, can neither say that nothing was charged nor ask for another payment.
 */
async function releasingOnError<T extends Step>(
  call: PaidCall,
  standing: Standing,
  work: () => Promise<T | Ended>,
): Promise<T | Ended> {
  // A defect, of the handler's mostly, gives the claim back as any other failure does.
  const came = await work().catch((error: unknown) => missing("service", error));
  if (!isEnded(came)) return came;
  const told = await withMoney(call, came, standing);
  const held = await releaseClaim(call, told, standing);
  if (held) return told;
  return isSafeWithoutClaim(came) ? came : heldByAnother;
}

/**
 * Sells one answer under a fresh claim: guard, verify, run, write the intent, settle. Whatever fails before the intent
 * releases the claim and charges nothing. A payment that has moved already is served as credited.
 */
export async function sell(claimed: PaidCall, known: Known): Promise<Ended> {
  const standing: Standing = {
    isVerified: false,
    money: hasMovedBefore(claimed, known) ? "moved" : "unknown",
  };
  const passed = await releasingOnError<Passed>(claimed, standing, () => passGuard(claimed));
  if (passed.kind !== "passed") return passed;
  const call: PaidCall = { ...claimed, entitlement: passed.entitlement };
  const admitted = await releasingOnError<Admitted | Credited>(call, standing, () => admit(call, known));
  if (admitted.kind === "credited") return serveCredited(call, admitted.receipt);
  if (admitted.kind !== "valid") return admitted;
  const verified: Standing = { ...standing, isVerified: true };
  const made = await releasingOnError<Prepared | Credited>(call, verified, () => prepare(call, admitted.by));
  if (made.kind === "credited") return serveCredited(call, made.receipt);
  if (made.kind !== "made") return made;
  // From here on a client that disconnects interrupts nothing.
  const settling = settle(call, admitted.by, made);
  call.background(settling);
  const settled = await settling;
  if (settled.kind === "unavailable" && settled.money === "unknown")
    return { ...settled, money: moneyBy(await lookUpOnChain(call)) };
  if (settled.kind !== "moved") return settled;
  return { kind: "sold", entry: call.entry.path, answer: made.text, receipt: settled.receipt };
}
