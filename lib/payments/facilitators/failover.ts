import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { keepAlive } from "@/lib/http/keep-alive";
import { log } from "@/lib/http/log";
import { countEvent } from "@/lib/store/counters";
import type { Settlement } from "../rails/rail";
import { reset, inOrderOfHealth, trip } from "./breaker";
import { askSettle, askVerify, type Verdict } from "./client";
import type { Facilitator } from "./list";

export type Verified =
  | Exclude<Verdict, { kind: "valid" | "outage" }>
  | { kind: "valid"; by: string }
  | { kind: "unavailable"; detail: string };

/** Asks one after another: a refusal is final, an outage is not. */
export async function verifyWith(
  candidates: readonly Facilitator[],
  payload: PaymentPayload,
  requirement: PaymentRequirements,
): Promise<Verified> {
  const outages: string[] = [];
  for (const facilitator of inOrderOfHealth(candidates)) {
    const verdict = await askVerify(facilitator, payload, requirement);
    if (verdict.kind === "outage") {
      trip(facilitator);
      outages.push(`${facilitator.name}: ${verdict.detail}`);
      log.warn("facilitator_failed", {
        facilitator: facilitator.name,
        operation: "verify",
        why: verdict.detail,
      });
      continue;
    }
    reset(facilitator);
    return verdict.kind === "valid" ? { kind: "valid", by: facilitator.name } : verdict;
  }
  return {
    kind: "unavailable",
    detail: outages.join("; ") || "no facilitator is available for this payment",
  };
}

/** Has the payment settled, first by the facilitator that verified it. Another is asked only when the request provably never left. */
export async function settleWith(
  candidates: readonly Facilitator[],
  by: string | null,
  payload: PaymentPayload,
  requirement: PaymentRequirements,
): Promise<Settlement> {
  const ordered = inOrderOfHealth(candidates);
  const first = ordered.filter(({ name }) => name === by);
  let last: Settlement = { kind: "not-sent", detail: "no facilitator is available for this payment" };
  for (const facilitator of [...first, ...ordered.filter(({ name }) => name !== by)]) {
    last = await askSettle(facilitator, payload, requirement);
    countEvent(`settle:${facilitator.name}:${last.kind}`, keepAlive);
    if (last.kind !== "settled") {
      trip(facilitator);
      log.warn("facilitator_failed", {
        facilitator: facilitator.name,
        operation: "settle",
        why: last.detail,
      });
    }
    if (last.kind === "settled") return { ...last, by: facilitator.name };
    if (last.kind !== "not-sent") return last;
  }
  return last;
}
