import { describe, log } from "@/lib/http/log";
import type { Verification } from "../rails/rail";
import type { Reason } from "../outcome/reasons";

/** What our own node finds for a payment that a facilitator refused. */
export type Diagnosis =
  /** `old`: it can be sent no more, and anybody may have read it on the chain. */
  | { kind: "refused"; reason: Reason; message: string; old?: true }
  /** The chain has seen it. */
  | { kind: "already-used" }
  /** The chain would not take it, for no reason that has a name here. */
  | { kind: "fails" }
  /** Nothing is wrong with the payment; the seller's side can't take it. */
  | { kind: "unavailable"; why: string };

/** Reasons that a payment may get from a facilitator just because it was used: its money is gone, or its time over. */
const MAY_BE_USED: ReadonlySet<Reason> = new Set(["payment_rejected", "insufficient_funds", "expired"]);

/**
 * Makes a facilitator's refusal precise by our own node where it is unspecific (`payment_rejected`): facilitators answer one
 * code for several defects. And a payment that the chain has seen is never taken for one that is merely too poor or too late:
 * a payer who then signs a fresh one would pay twice. Where our node can't be asked, the refusal stands. It is `explained`
 * where our node objects to the payment as well; not where only the facilitator does, which may err, nor where the payment is
 * merely `old`.
 */
export async function diagnoseRefusal(
  { code, reason, message }: { code: string; reason: Reason; message: string },
  diagnose: () => Promise<Diagnosis | null>,
): Promise<Verification> {
  const refusal: Verification = { kind: "refused", reason, message, detail: code };
  if (!MAY_BE_USED.has(reason)) return refusal;
  const diagnosis = await diagnose().catch((error: unknown) => {
    log.warn("diagnosis_failed", { why: describe(error) });
    return null;
  });
  switch (diagnosis?.kind) {
    case undefined:
      return refusal;
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
        ? { ...diagnosis, detail: code, ...why }
        : { ...refusal, ...why };
    }
  }
}
