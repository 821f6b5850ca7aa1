import type { Diagnosis as ByChain } from "@/lib/chains/diagnosis";
import { describe, log } from "@/lib/http/log";
import { type Objection, type Reason, REASONS } from "../outcome/reasons";
import type { Verification } from "../rails/rail";

/** What our own node, or the payment itself, shows of a payment that a facilitator refused. */
export type Diagnosis = ByChain | ({ kind: "refused"; old?: true } & Objection);

/** How much a refusal weighs. Without any of these it is final, and its code is a known one. */
export interface Weight {
  /** Our own node can find the opposite: funds, window, simulation, signature, nonce. */
  technical?: true;
  /** It is for the law's sake, whatever our node finds. */
  compliance?: true;
  /** No rule here knows its code. */
  unknown?: true;
}

/** A facilitator's refusal, as far as it is judged here. */
export interface Refusal extends Weight {
  code: string;
  reason: Reason;
  message: string;
}

/** A refusal of which our own node has just found the opposite: no verdict, unless a second facilitator gives it too. */
export interface Contradicted {
  kind: "contradicted";
  refusal: Verification;
}

/** Reasons that a payment may get from a facilitator just because it was used: its money is gone, or its time over. */
const MAY_BE_USED: ReadonlySet<Reason> = new Set(["payment_rejected", "insufficient_funds", "expired"]);

/**
 * Makes a facilitator's refusal precise by our own node where it is unspecific (`payment_rejected`): facilitators answer one
 * code for several defects. And a payment that the chain has seen is never taken for one that is merely too poor or too late:
 * a payer who then signs a fresh one would pay twice. Where our node can't be asked, the refusal stands. It is `explained`
 * where our node objects to the payment as well; not where only the facilitator does, which may err, nor where the payment is
 * merely `old`. A technical refusal is contradicted by a transfer that our node has made in a simulation since it was given:
 * words that the node's simulation ends in and that are unknown here prove nothing, nor does its silence.
 */
export async function diagnoseRefusal(
  { code, reason, message, technical, compliance }: Refusal,
  diagnose: () => Promise<Diagnosis | null>,
): Promise<Verification | Contradicted> {
  const refusal: Verification = { kind: "refused", reason, message, detail: code };
  if (compliance || (!technical && !MAY_BE_USED.has(reason))) return refusal;
  const diagnosis = await diagnose().catch((error: unknown) => {
    log.warn("diagnosis_failed", { why: describe(error) });
    return null;
  });
  switch (diagnosis?.kind) {
    case undefined:
      return refusal;
    case "executes":
      return technical ? { kind: "contradicted", refusal } : refusal;
    case "already-used":
      return { kind: "already-used", detail: code };
    case "unavailable":
      return reason === "payment_rejected"
        ? { kind: "unavailable", detail: `${code}: ${diagnosis.why}` }
        : refusal;
    case "fails":
      return { ...refusal, explained: true };
    case "refused": {
      const why = diagnosis.old === true ? { old: true as const } : { explained: true as const };
      // For the same reason its message is the more precise.
      return reason === "payment_rejected" || reason === diagnosis.reason
        ? { ...diagnosis, message: diagnosis.message ?? REASONS[diagnosis.reason], detail: code, ...why }
        : { ...refusal, ...why };
    }
  }
}
