import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { env } from "@/lib/env";
import { keepAlive } from "@/lib/http/keep-alive";
import { describe, log } from "@/lib/http/log";
import { countEvent } from "@/lib/store/counters";
import { now, sleep } from "@/lib/time";
import type { Cause } from "@/lib/chains/cause";
import { type Contradicted, diagnoseRefusal, type Diagnosis } from "./diagnose-refusal";
import type { Asker, Settlement, Verification } from "../rails/rail";
import { countContradicted, inOrderOfHealth, type Operation, reset, trip } from "./breaker";
import { askSettle, askVerify, type Settled, type Verdict } from "./client";
import type { Facilitator } from "./list";
import { reportOutage } from "./outages";
import { mayAsk, spare } from "./quota";

/** What of a verification only its chain's rail knows. */
export interface Verifying extends Asker {
  payload: PaymentPayload;
  requirement: PaymentRequirements;
  payer: string;
  /** What our own node finds of the payment now; null where it proves nothing. Throws when it can't be asked. */
  diagnose(): Promise<Diagnosis | null>;
}

function noteFailure(operation: Operation, facilitator: Facilitator, why: string, cause?: Cause): void {
  log.warn("facilitator_failed", {
    ...{ facilitator: facilitator.name, operation, why },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What a payment's verification came to, and who was only too busy for it, after how long they may be asked again. */
interface Round {
  verified: Verification;
  busy: { facilitator: Facilitator; ms: number }[];
}

type Refused = Exclude<Verdict, { kind: "valid" | "outage" }>;

/**
 * What a facilitator's refusal comes to. "Already used" is for the chain to tell, and is contradicted where another can be
 * asked: nobody settles a payment twice.
 */
async function judge(
  facilitator: Facilitator,
  verdict: Refused,
  { diagnose }: Verifying,
  isAlone: boolean,
): Promise<Verification | Contradicted> {
  if (verdict.kind === "already-used") {
    if (isAlone) return verdict;
    const { detail: code } = verdict;
    const found = await diagnoseRefusal(
      { code, reason: "payment_rejected", message: "", technical: true },
      diagnose,
    );
    return found.kind === "contradicted" ? { kind: "contradicted", refusal: verdict } : verdict;
  }
  if (verdict.unknown) {
    log.error("facilitator_refusal_unknown", { facilitator: facilitator.name, code: verdict.code });
    countEvent(`refusal:${facilitator.name}:unknown`, keepAlive);
  }
  return diagnoseRefusal(verdict, diagnose);
}

/** A facilitator whose refusal our own node contradicts. */
interface Wrong {
  facilitator: Facilitator;
  refusal: Verification;
}

function noteContradicted({ name }: Facilitator, { refusal }: Contradicted): void {
  const said = "detail" in refusal ? refusal.detail : "";
  log.warn("facilitator_contradicted", { facilitator: name, said });
  countEvent(`refusal:${name}:contradicted`, keepAlive);
}

/**
 * What is left where nobody else has said anything of a payment that was refused wrongly. "Already used" is looked up on chain.
 * On Solana only the facilitator that the payment names can take it: another fee payer is offered from now on.
 */
function unlessContradicted(
  wrong: Wrong | null,
  isAlone: boolean,
  { hasPaid, payer }: Verifying,
): Verification | null {
  if (wrong === null) return null;
  const { facilitator, refusal } = wrong;
  if (refusal.kind === "already-used") return refusal;
  if (!isAlone) return null;
  void reportOutage(facilitator); // it reports its own failures
  if (hasPaid) countContradicted(facilitator, payer);
  return null;
}

/**
 * Asks one after the other, until one has given a verdict. A refusal that our own node contradicts is none yet: the next one
 * decides, and where that one refuses it too, they are two.
 */
async function askInOrder(candidates: readonly Facilitator[], verifying: Verifying): Promise<Round> {
  const { payload, requirement, payer, hasPaid } = verifying;
  const outages: string[] = [];
  const busy: Round["busy"] = [];
  let wrong: Wrong | null = null;
  const isAlone = candidates.length === 1;
  for (const facilitator of inOrderOfHealth("verify", candidates)) {
    if (!(await mayAsk(facilitator, verifying))) continue;
    const verdict = await askVerify(facilitator, payload, requirement);
    if (verdict.kind === "outage") {
      trip("verify", facilitator);
      if (verdict.busyMs !== undefined) busy.push({ facilitator, ms: verdict.busyMs });
      outages.push(`${facilitator.name}: ${verdict.detail}`);
      noteFailure("verify", facilitator, verdict.detail);
      continue;
    }
    const judged: Verification | Contradicted =
      verdict.kind === "valid"
        ? { kind: "valid", by: facilitator.name }
        : await judge(facilitator, verdict, verifying, isAlone);
    if (judged.kind === "contradicted") {
      noteContradicted(facilitator, judged);
      if (wrong !== null) return { verified: judged.refusal, busy: [] };
      wrong = { facilitator, refusal: judged.refusal };
      outages.push(`${facilitator.name}: a refusal that our own node contradicts`);
      continue;
    }
    reset("verify", facilitator);
    if (judged.kind === "valid" && wrong !== null && hasPaid) countContradicted(wrong.facilitator, payer);
    return { verified: judged, busy: [] };
  }
  const said = unlessContradicted(wrong, isAlone, verifying);
  const detail = outages.join("; ") || "no facilitator is available for this payment";
  return { verified: said ?? { kind: "unavailable", detail }, busy };
}

/** So long, and no longer, is waited for who is too busy: to verify for a payer who has paid before, or to settle. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Asks one after another: a refusal is final unless our own node contradicts it, an outage is not. Who answered that it has too
 * many questions gets none about newcomers for a while; for a payer who has paid before it is asked once more.
 */
export async function verifyWith(
  candidates: readonly Facilitator[],
  verifying: Verifying,
): Promise<Verification> {
  const { hasPaid } = verifying;
  const { verified, busy } = await askInOrder(candidates, verifying);
  // Who has paid keeps nobody out: a newcomer's own question finds whether there is anything to be kept.
  if (!hasPaid) for (const { facilitator, ms } of busy) spare(facilitator, ms);
  const again = hasPaid ? busy.filter(({ ms }) => ms <= LONGEST_WAIT_MS) : [];
  if (again.length === 0) return verified;
  await sleep(Math.max(...again.map(({ ms }) => ms)));
  const others = again.map(({ facilitator }) => facilitator);
  return (await askInOrder(others, verifying)).verified;
}

/** What of a settlement only its chain's rail knows. */
export interface Settling {
  /** The facilitator to ask first, by name or address: who verified, or is trusted with one more sale; or null. */
  by: string | null;
  payload: PaymentPayload;
  requirement: PaymentRequirements;
  /** Why a settlement failed that may have been sent, by our own node. */
  explain(): Promise<Cause>;
  /** When the call's time is over (ms). */
  until: number;
  /** Whether there is time to hand on what the chain has not seen: only where it can move money once. */
  mayHandOn(): boolean;
}

/**
 * Who is too busy, and the last who could settle this payment, is asked once more: it was verified here, and its answer is made. It
 * is the same payment, which moves money once, whatever became of the first request.
 */
async function askUnlessBusy(
  facilitator: Facilitator,
  { payload, requirement, until }: Settling,
  isLast: boolean,
): Promise<Settled> {
  const settled = await askSettle(facilitator, payload, requirement);
  const waitMs = settled.kind === "unknown" ? (settled.busyMs ?? Infinity) : Infinity;
  if (!isLast || waitMs > LONGEST_WAIT_MS || until - now() < waitMs + env().FACILITATOR_SETTLE_TIMEOUT_MS)
    return settled;
  log.warn("facilitator_busy", { facilitator: facilitator.name, operation: "settle", waitMs });
  await sleep(waitMs);
  return askSettle(facilitator, payload, requirement);
}

/** The one that is named (or its address is) first, unless it failed to settle lately: others may do better. */
export function inOrder(candidates: readonly Facilitator[], by: string | null): Facilitator[] {
  const isNamed = ({ name, url }: Facilitator): number => Number(name === by || url === by);
  const ordered = candidates.toSorted((a, b) => isNamed(b) - isNamed(a));
  return inOrderOfHealth("settle", ordered);
}

/**
 * Whether a failure is the facilitator's. A payment that the chain has seen explains an answer that it failed, and no
 * silence. Nothing explains a redirect, or a settlement on no network.
 */
const isOwn = (settled: Settled, cause: Cause): boolean =>
  "noWord" in settled ||
  (cause !== "payer" && cause !== "late" && !(cause === "used" && "saysFailed" in settled));

/**
 * Has the payment settled, by one facilitator. Another one is asked when the request provably never left, and where the rail
 * allows it, when our node says that the chain has not seen the payment; of what one declined for the law's sake nobody else is
 * asked. A failure that the payer explains is held against no facilitator, and any other against no payer.
 */
export async function settleWith(
  candidates: readonly Facilitator[],
  settling: Settling,
): Promise<Settlement> {
  const { by, explain, mayHandOn } = settling;
  let failed: Settlement = { kind: "not-sent", detail: "no facilitator is available for this payment" };
  const ordered = inOrder(candidates, by);
  for (const facilitator of ordered) {
    const isLast = facilitator === ordered.at(-1) || !mayHandOn();
    const settled = await askUnlessBusy(facilitator, settling, isLast);
    countEvent(`settle:${facilitator.name}:${settled.kind}`, keepAlive);
    if (settled.kind === "settled") {
      reset("settle", facilitator);
      return { ...settled, by: { name: facilitator.name, url: facilitator.url } };
    }
    if (settled.kind === "not-sent") {
      trip("settle", facilitator);
      noteFailure("settle", facilitator, settled.detail);
      // One before it may have sent the payment.
      if (failed.kind === "not-sent") failed = settled;
      continue;
    }
    const cause = await explain().catch((error: unknown): Cause => {
      log.warn("settlement_not_explained", { why: describe(error) });
      return "unclear";
    });
    noteFailure("settle", facilitator, settled.detail, cause);
    const isDeclined = settled.declined === true;
    if (!isDeclined && isOwn(settled, cause)) trip("settle", facilitator);
    const { detail, hint, noWord } = settled;
    failed = {
      ...{ kind: "unknown", detail },
      ...(hint === undefined ? {} : { hint }),
      ...(cause === "payer" && noWord !== true ? { byPayer: true } : {}),
      ...(cause === "late" ? { ranOut: true } : {}),
    };
    if (isDeclined || cause !== "unused" || !mayHandOn()) return failed;
  }
  return failed;
}
