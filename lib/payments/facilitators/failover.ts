import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { env } from "@/lib/env";
import { keepAlive } from "@/lib/http/keep-alive";
import { describe, log } from "@/lib/http/log";
import { countEvent } from "@/lib/store/counters";
import { now, sleep } from "@/lib/time";
import type { Cause } from "../chain/cause";
import type { Asker, Settlement } from "../rails/rail";
import { inOrderOfHealth, type Operation, reset, trip } from "./breaker";
import { askSettle, askVerify, type Settled, type Verdict } from "./client";
import type { Facilitator } from "./list";
import { mayAsk, spare } from "./quota";

export type Verified =
  | Exclude<Verdict, { kind: "valid" | "outage" }>
  | { kind: "valid"; by: string }
  | { kind: "unavailable"; detail: string };

function noteFailure(operation: Operation, facilitator: Facilitator, why: string, cause?: Cause): void {
  log.warn("facilitator_failed", {
    ...{ facilitator: facilitator.name, operation, why },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What a payment's verification came to, and who was only too busy for it, after how long they may be asked again. */
interface Round {
  verified: Verified;
  busy: { facilitator: Facilitator; ms: number }[];
}

async function askInOrder(
  candidates: readonly Facilitator[],
  payload: PaymentPayload,
  requirement: PaymentRequirements,
  asker: Asker,
): Promise<Round> {
  const outages: string[] = [];
  const busy: Round["busy"] = [];
  for (const facilitator of inOrderOfHealth("verify", candidates)) {
    if (!(await mayAsk(facilitator, asker))) continue;
    const verdict = await askVerify(facilitator, payload, requirement);
    if (verdict.kind === "outage") {
      trip("verify", facilitator);
      if (verdict.busyMs !== undefined) busy.push({ facilitator, ms: verdict.busyMs });
      outages.push(`${facilitator.name}: ${verdict.detail}`);
      noteFailure("verify", facilitator, verdict.detail);
      continue;
    }
    reset("verify", facilitator);
    return {
      verified: verdict.kind === "valid" ? { kind: "valid", by: facilitator.name } : verdict,
      busy: [],
    };
  }
  const detail = outages.join("; ") || "no facilitator is available for this payment";
  return { verified: { kind: "unavailable", detail }, busy };
}

/** So long, and no longer, is waited for who is too busy: to verify for a payer who has paid before, or to settle. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Asks one after another: a refusal is final, an outage is not. Who answered that it has too many questions gets none about
 * newcomers for a while; for a payer who has paid before it is asked once more.
 */
export async function verifyWith(
  candidates: readonly Facilitator[],
  payload: PaymentPayload,
  requirement: PaymentRequirements,
  asker: Asker,
): Promise<Verified> {
  const { hasPaid } = asker;
  const { verified, busy } = await askInOrder(candidates, payload, requirement, asker);
  // Who has paid keeps nobody out: a newcomer's own question finds whether there is anything to be kept.
  if (!hasPaid) for (const { facilitator, ms } of busy) spare(facilitator, ms);
  const again = hasPaid ? busy.filter(({ ms }) => ms <= LONGEST_WAIT_MS) : [];
  if (again.length === 0) return verified;
  await sleep(Math.max(...again.map(({ ms }) => ms)));
  return (
    await askInOrder(
      again.map(({ facilitator }) => facilitator),
      payload,
      requirement,
      asker,
    )
  ).verified;
}

/** What of a settlement only its chain's rail knows. */
export interface Settling {
  /** The facilitator that verified, or null. */
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

/** The one that verified first, unless it failed to settle lately: others may do better. */
function inOrder(candidates: readonly Facilitator[], by: string | null): Facilitator[] {
  const ordered = candidates.toSorted((a, b) => Number(b.name === by) - Number(a.name === by));
  return inOrderOfHealth("settle", ordered);
}

/**
 * Whether a failure is the facilitator's. A payment that the chain has seen explains an answer that it failed, and no
 * silence.
 */
const isOwn = (settled: Settled, cause: Cause): boolean =>
  cause !== "payer" && cause !== "late" && !(cause === "used" && "saysFailed" in settled);

/**
 * Has the payment settled, by one facilitator. Another one is asked when the request provably never left, and where the rail
 * allows it, when our node says that the chain has not seen the payment. A failure that the payer explains is held
 * against no facilitator, and any other against no payer.
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
    if (isOwn(settled, cause)) trip("settle", facilitator);
    const { detail, hint } = settled;
    failed = {
      ...{ kind: "unknown", detail },
      ...(hint === undefined ? {} : { hint }),
      ...(cause === "payer" ? { byPayer: true } : {}),
      ...(cause === "late" ? { ranOut: true } : {}),
    };
    if (cause !== "unused" || !mayHandOn()) return failed;
  }
  return failed;
}
