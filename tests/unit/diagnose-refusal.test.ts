import { describe, expect, it } from "vitest";
import { diagnoseRefusal, type Diagnosis } from "@/lib/payments/facilitators/diagnose-refusal";
import { REASONS, type Reason } from "@/lib/payments/outcome/reasons";

const refusal = (reason: Reason) => ({ code: "some_code", reason, message: REASONS[reason] });
const POOR = { kind: "refused", reason: "insufficient_funds", message: "too poor" } as const;
const ALL = Object.keys(REASONS) as Reason[]; // the keys of that very table

describe("a facilitator's refusal", () => {
  it("that is unspecific is made precise by our own node", async () => {
    const opinion = await diagnoseRefusal(refusal("payment_rejected"), async () => POOR);
    expect(opinion).toEqual({ ...POOR, detail: "some_code", explained: true });
  });

  it("of what has run out is held against no payer: anybody may have read it on the chain", async () => {
    const old = { ...POOR, reason: "expired", old: true } as const;
    for (const reason of ["payment_rejected", "expired", "insufficient_funds"] as const) {
      const opinion = await diagnoseRefusal(refusal(reason), async () => old);
      expect(opinion).toMatchObject({ kind: "refused", old: true });
      expect(opinion).not.toHaveProperty("explained");
    }
  });

  it("that is technical is contradicted by a transfer that our node has made in a simulation, no other is", async () => {
    const executes = async (): Promise<Diagnosis> => ({ kind: "executes" });
    const weights = [{ technical: true }, {}, { compliance: true }, { unknown: true }] as const;
    for (const weight of weights) {
      const opinion = await diagnoseRefusal({ ...refusal("invalid_signature"), ...weight }, executes);
      expect(opinion.kind).toBe("technical" in weight ? "contradicted" : "refused");
    }
  });

  it("for the law's sake asks our node nothing", async () => {
    const asks = () => Promise.reject(new Error("asked"));
    const opinion = await diagnoseRefusal({ ...refusal("payment_rejected"), compliance: true }, asks);
    expect(opinion).toMatchObject({ kind: "refused", reason: "payment_rejected" });
  });

  it("that is about us is an outage, not the payer's fault", async () => {
    const opinion = await diagnoseRefusal(refusal("payment_rejected"), async () => ({
      kind: "unavailable",
      why: "no account",
    }));
    expect(opinion).toEqual({ kind: "unavailable", detail: "some_code: no account" });
  });

  it("stands where our node sees nothing, or can't be asked", async () => {
    const stands = { kind: "refused", ...{ reason: "payment_rejected", message: REASONS.payment_rejected } };
    const broken = () => Promise.reject(new Error("the node is down"));
    for (const ask of [async () => null, broken]) {
      const opinion = await diagnoseRefusal(refusal("payment_rejected"), ask);
      expect(opinion).toMatchObject(stands);
      // What only a facilitator says is counted against nobody.
      expect(opinion).not.toHaveProperty("explained");
    }
  });

  it("that is precise stands against another opinion", async () => {
    for (const reason of ALL.filter((one) => one !== "payment_rejected"))
      expect(await diagnoseRefusal(refusal(reason), async () => POOR)).toMatchObject({
        kind: "refused",
        reason,
      });
  });

  it("of a payment that was used is never a refusal, where it can look like one", async () => {
    const used = async (): Promise<Diagnosis> => ({ kind: "already-used" });
    for (const reason of ["payment_rejected", "insufficient_funds", "expired"] as const)
      expect(await diagnoseRefusal(refusal(reason), used)).toMatchObject({ kind: "already-used" });
  });

  it("asks our node nothing where the payment itself is wrong", async () => {
    let asked = 0;
    const count = async () => {
      asked += 1;
      return null;
    };
    for (const reason of [
      "invalid_signature",
      "wrong_amount",
      "wrong_recipient",
      "unsupported_payment",
    ] as const)
      await diagnoseRefusal(refusal(reason), count);
    expect(asked).toBe(0);
  });
});
