import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentPayload } from "@x402/core/types";
import { formatUsd, type BaseUnits } from "@/lib/catalog/money";
import { randomHex } from "@/lib/http/digest";
import { isRecord } from "@/lib/is-record";
import type { Browser } from "./browser";
import { callId, type NamedCall, type PaidCall } from "./call";
import { hasRisen, readChallenge, worseThan, type Challenge, type PayableOffer } from "./challenge";
import { deliver, isBought, type Reply } from "./deliver";
import { keptPayments, type KeptPayment } from "./kept-payment";
import { errorIn, isOpen, outcomeOf, retryAfterOf } from "./outcome";
import { problemOf, Stopped } from "./problem";
import { type Receipt, receiptOf } from "./receipt";
import { spendingIn, type Spent } from "./spending";
import type { ConnectedWallet } from "./wallets";

/** What a purchase is doing, for whoever watches. */
export type Doing = "asking" | "checking" | "signing" | "sending" | "sending_again";

/** An answer older than this may rest on offers that are not made any more. */
const FRESH_MS = 60_000;
/** With a clock that is further off, an authorization has ended, or not begun, when it arrives. */
const MOST_BEHIND_MS = 60_000;
const MOST_AHEAD_MS = 9 * 60_000;
/** Sent with less than this left, a payment would reach the service too late. */
const SPARE_MS = 3_000;

/** Asks for a call without paying: its challenge, or its answer where it is free. Throws Stopped. */
export async function ask(browser: Browser, call: PaidCall): Promise<Challenge | Reply> {
  const reply = await browser.send(call, null).catch((cause: unknown) => {
    throw new Stopped({ kind: "unreachable" }, { cause });
  });
  if (isBought(reply)) return reply;
  const header = reply.headers.get("payment-required");
  if (reply.status === 402 && header !== null)
    return { ...challengeIn(browser, call, header), ...aheadOf(reply, browser.now()) };
  const { status } = reply;
  if (status < 300) throw new Stopped({ kind: "unreadable_offer" });
  const message = errorIn(reply)?.error ?? "";
  if (status === 429 || status >= 500)
    throw new Stopped({ kind: "later", status, message, retryAfterSec: retryAfterOf(reply), paid: false });
  throw new Stopped({ kind: "refused", status, message });
}

function challengeIn(browser: Browser, { path }: PaidCall, header: string): Challenge {
  try {
    return readChallenge(header, path, browser.now());
  } catch (cause) {
    throw new Stopped({ kind: "unreadable_offer" }, { cause });
  }
}

/** How far a clock that shows `now` is ahead of the service's, or behind. */
function aheadOf({ headers }: Reply, now: number): Pick<Challenge, "aheadMs"> {
  const at = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(at) ? {} : { aheadMs: now - at };
}

/** The offer as it is made now, where it was read a while ago. Throws Stopped where it is a worse one. */
async function freshened(browser: Browser, call: PaidCall, challenge: Challenge, offer: PayableOffer) {
  if (browser.now() - challenge.readAt < FRESH_MS) return { challenge, offer };
  const fresh = await ask(browser, call);
  const how = "offers" in fresh ? worseThan(offer, fresh) : "gone";
  if (how !== null || !("offers" in fresh)) throw new Stopped({ kind: "changed", how: how ?? "gone" });
  const same = fresh.offers.find(({ chain }) => chain.id === offer.chain.id);
  if (same === undefined) throw new Stopped({ kind: "changed", how: "gone" });
  return { challenge: fresh, offer: same };
}

/** When a signed authorization ends, in milliseconds; null where it does not say, as on Solana. */
function endsAt({ payload }: PaymentPayload): number | null {
  const { authorization } = payload;
  const before = isRecord(authorization) ? Number(authorization.validBefore) : Number.NaN;
  return Number.isFinite(before) ? before * 1000 : null;
}

/**
 * An authorization carries the browser's own time, and is refused where that is another: in vain, however often it is
 * signed. Throws Stopped. A slow answer makes the clock look ahead, never behind.
 */
function holdClock({ aheadMs = 0 }: Challenge, { chain }: PayableOffer): void {
  const isWrong = aheadMs < -MOST_BEHIND_MS || aheadMs > MOST_AHEAD_MS;
  if (chain.family === "evm" && isWrong) throw new Stopped({ kind: "wrong_clock", aheadMs });
}

/** What lets a payment's end be told where it does not say: a blockhash may outlive the offer's window by as much again. */
const WINDOWS = 2;

/** Throws Stopped where a call's sign-in ends before a payment that may settle until `end`, in milliseconds. */
function holdProof({ proof }: PaidCall, end: number): void {
  if (proof !== undefined && proof.until < end) throw new Stopped({ kind: "sign_in_over" });
}

/** What a person agreed to. */
export interface Agreed {
  challenge: Challenge;
  offer: PayableOffer;
  wallet: ConnectedWallet;
  /** The dearest price that they said yes to. */
  upTo: BaseUnits;
  /** When they began: what was paid for this call since then was paid by another tab of theirs. */
  since: number;
}

/** Signs one payment, within the day's limit, and keeps it. Throws Stopped; then nothing is signed, or nothing was sent. */
async function signOnce(browser: Browser, call: PaidCall, agreed: Agreed): Promise<KeptPayment> {
  const { wallet } = agreed;
  const { challenge, offer } = await freshened(browser, call, agreed.challenge, agreed.offer);
  if (hasRisen(agreed.upTo, offer.amount)) throw new Stopped({ kind: "changed", how: "risen" });
  holdClock(challenge, offer);
  const windowMs = offer.windowSec * 1_000;
  holdProof(call, browser.now() + windowMs);
  const spending = spendingIn(browser.storage, browser.now);
  const network = offer.chain.id;
  const one = { id: randomHex(16), path: call.path, amount: offer.amount, network, payer: wallet.address };
  const left = onStorage(() => spending.reserve(one));
  if (left !== null) throw new Stopped({ kind: "over_limit", left, asked: offer.amount });
  try {
    const payload = await wallet.sign(challenge, offer);
    const end = endsAt(payload);
    if (end !== null && end - SPARE_MS < browser.now()) throw new Stopped({ kind: "signed_too_late" });
    holdProof(call, end ?? browser.now() + WINDOWS * windowMs);
    const { id, amount, payer } = one;
    const header = encodePaymentSignatureHeader(payload);
    const { proof } = call;
    const payment = {
      ...{ id, header, network, payer, amount, at: browser.now(), served: false },
      ...(proof === undefined ? {} : { proof }),
    };
    onStorage(() => {
      spending.put({ ...one, at: payment.at, state: "sent", transaction: null, receipt: null });
      keptPayments(browser.storage, browser.now).keep(call, payment);
    });
    return payment;
  } catch (error) {
    noteDown(() => spending.release(one.id));
    throw error;
  }
}

/** Writes that a purchase can't do without. */
function onStorage<T>(write: () => T): T {
  try {
    return write();
  } catch (cause) {
    throw new Stopped({ kind: "no_storage" }, { cause });
  }
}

/** Writes of what has happened: where the browser keeps nothing more, it is told all the same. */
function noteDown(write: () => void): void {
  try {
    write();
  } catch {
    // What stays behind is the state before, which counts as open.
  }
}

/**
 * A call as a payment for it is sent: with its sign-in, while the service takes that. A payment that could still settle ends
 * before its sign-in does (`holdProof`); later it only brings what it bought, and an old sign-in would be refused before that.
 */
function asSent({ proof, ...call }: PaidCall, payment: KeptPayment, now: number): NamedCall {
  const good = [proof, payment.proof].find((one) => one !== undefined && one.until > now);
  return good === undefined ? call : { ...call, proof: good };
}

/** Sends a kept payment until its outcome is here. `wasSent`: see `deliver`. Throws Stopped where that is no answer. */
async function bring(
  browser: Browser,
  call: PaidCall,
  payment: KeptPayment,
  report: (doing: Doing) => void,
  wasSent: boolean,
): Promise<Reply> {
  const kept = keptPayments(browser.storage, browser.now);
  const spending = spendingIn(browser.storage, browser.now);
  const { refused: _, ...sent } = payment;
  if (payment.refused === true) onStorage(() => kept.keep(call, sent)); // of this sending nothing is known yet
  report("sending");
  const delivery = await deliver(
    () => browser.send(asSent(call, payment, browser.now()), payment.header),
    browser.pause,
    () => report("sending_again"),
    String,
    wasSent,
  );
  const outcome = outcomeOf(delivery);
  const { id, at, amount, network, payer } = payment;
  const list = (moved: Pick<Spent, "state" | "transaction" | "receipt">): void =>
    noteDown(() => spending.put({ id, at, path: call.path, amount, network, payer, ...moved }));
  const paid = (shown: Receipt | null): void =>
    list({ state: "paid", transaction: shown?.transaction ?? null, receipt: shown?.signed ?? null });
  if (outcome.kind === "served") {
    noteDown(() => kept.keep(call, { ...payment, served: true }));
    paid(receiptOf(outcome.reply));
    return outcome.reply;
  }
  if (!isOpen(outcome)) kept.forget(call);
  if (outcome.kind === "later") noteDown(() => kept.keep(call, { ...sent, refused: true }));
  if (outcome.kind === "spent" || outcome.kind === "answer_gone") paid(null);
  else if (outcome.kind === "refunded")
    list({ state: "returned", transaction: outcome.transaction, receipt: null });
  else if (!isOpen(outcome)) noteDown(() => spending.release(id));
  throw new Stopped(problemOf(outcome, payment.served));
}

/** Whether a kept payment was sent, and what became of that is not known: it may have moved. */
const wasSentOpenly = ({ refused }: KeptPayment): boolean => refused !== true;

/** One tab at a time buys a call. Throws Stopped. */
async function alone<T>(browser: Browser, call: PaidCall, work: () => Promise<T>): Promise<T> {
  const done = await browser.alone(`buying ${callId(call)}`, async () => ({ is: await work() }));
  if (done === null) throw new Stopped({ kind: "other_tab" });
  return done.is;
}

/**
 * Pays for a call as it was agreed, and brings its answer. A payment of this call that another tab made meanwhile, or
 * whose outcome is open, is sent instead of signing a second one. Throws Stopped.
 */
export const pay = (browser: Browser, call: PaidCall, agreed: Agreed, report: (doing: Doing) => void) =>
  alone(browser, call, async () => {
    const earlier = keptPayments(browser.storage, browser.now).recall(call);
    if (earlier !== null && (!earlier.served || earlier.at >= agreed.since))
      return bring(browser, call, earlier, report, wasSentOpenly(earlier));
    report("checking");
    await agreed.wallet.check(agreed.offer);
    report("signing");
    return bring(browser, call, await signOnce(browser, call, agreed), report, false);
  });

/** Brings the answer of a payment that was made before. Null where there is none any more. Throws Stopped. */
export const finish = (browser: Browser, call: PaidCall, report: (doing: Doing) => void) =>
  alone(browser, call, async () => {
    const earlier = keptPayments(browser.storage, browser.now).recall(call);
    return earlier === null ? null : bring(browser, call, earlier, report, wasSentOpenly(earlier));
  });

/** A payment's amount for a person. */
export const inUsdc = (amount: BaseUnits): string => `${formatUsd(amount).slice(1)} USDC`;
