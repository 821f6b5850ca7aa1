import type { PaymentPayload } from "@x402/core/types";
import { describe, expect, it } from "vitest";
import { PaymentRefused } from "@/lib/payments/reasons";
import { readEvmPayment } from "@/lib/payments/rails/x402/evm-payment";
import { EVM_OFFER, signedEvmPayment } from "../support/payments";

const BUDGET_MS = 20_000;

type Form = { signature: string; authorization: Record<string, string> };
const formOf = (payment: PaymentPayload): Form => payment.payload as Form; // the official client's EIP-3009 form

function withForm(payment: PaymentPayload, change: (form: Form) => void): PaymentPayload {
  const copy = structuredClone(payment);
  change(formOf(copy));
  return copy;
}

const objectionTo = (payment: PaymentPayload, now = new Date()): string | null =>
  readEvmPayment(payment, EVM_OFFER).objection(now, BUDGET_MS)?.reason ?? null;

const refusalOf = (payment: PaymentPayload): string => {
  try {
    readEvmPayment(payment, EVM_OFFER);
    return "read";
  } catch (error) {
    if (error instanceof PaymentRefused) return error.reason;
    throw error;
  }
};

describe("a payment on Base", () => {
  it("is taken as the official client signs it", async () => {
    expect(objectionTo(await signedEvmPayment())).toBeNull();
  });

  it("has one key, however its header is written", async () => {
    const payment = await signedEvmPayment();
    const upper = withForm(payment, (form) => {
      form.authorization.from = `0x${form.authorization.from?.slice(2).toUpperCase()}`;
    });
    const reordered = JSON.parse(
      JSON.stringify(payment, Object.keys(payment).sort().reverse()),
    ) as PaymentPayload;
    const keys = [payment, upper, { ...reordered, ...payment }].map(
      (one) => readEvmPayment(one, EVM_OFFER).key,
    );
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toBe(keys[0]?.toLowerCase());
  });

  it("has another key for another nonce or payer", async () => {
    const keys = await Promise.all([signedEvmPayment(), signedEvmPayment()]);
    expect(new Set(keys.map((payment) => readEvmPayment(payment, EVM_OFFER).key)).size).toBe(2);
  });

  it("is refused by what was signed, not by what the offer says was accepted", async () => {
    const cheap = await signedEvmPayment({ ...EVM_OFFER, amount: "1" });
    expect(objectionTo(cheap)).toBe("wrong_amount");
    expect(objectionTo({ ...cheap, accepted: EVM_OFFER })).toBe("wrong_amount");
    const elsewhere = await signedEvmPayment({ ...EVM_OFFER, payTo: EVM_OFFER.asset });
    expect(objectionTo({ ...elsewhere, accepted: EVM_OFFER })).toBe("wrong_recipient");
  });

  it("is refused for another asset or scheme", async () => {
    const payment = await signedEvmPayment();
    expect(
      objectionTo({
        ...payment,
        accepted: { ...payment.accepted, asset: "0x0000000000000000000000000000000000000001" },
      }),
    ).toBe("unsupported_payment");
    expect(objectionTo({ ...payment, accepted: { ...payment.accepted, scheme: "upto" } })).toBe(
      "unsupported_payment",
    );
  });

  it("is expired outside its window, too near its end for the call, or valid for too long", async () => {
    const payment = await signedEvmPayment();
    const validBefore = Number(formOf(payment).authorization.validBefore);
    const at = (seconds: number) => objectionTo(payment, new Date(seconds * 1000));
    expect(at(validBefore + 1)).toBe("expired");
    expect(at(validBefore - 30)).toBe("expired"); // the call may take 20 s, and 15 s are kept
    expect(at(validBefore - 36)).toBeNull();
    expect(at(validBefore - 901)).toBe("expired");
    const later = withForm(payment, (form) => {
      form.authorization.validAfter = String(Math.floor(Date.now() / 1000) + 60);
    });
    expect(objectionTo(later)).toBe("expired");
  });

  it("takes EIP-3009 only, in exactly its form", async () => {
    const payment = await signedEvmPayment();
    expect(refusalOf({ ...payment, payload: { permit2Authorization: {}, signature: "0x" } })).toBe(
      "unsupported_payment",
    );
    expect(refusalOf({ ...payment, payload: {} })).toBe("unsupported_payment");
    expect(refusalOf({ ...payment, payload: { ...payment.payload, more: 1 } })).toBe("malformed_payment");
    expect(refusalOf(withForm(payment, (form) => void (form.authorization.nonce = "0x12")))).toBe(
      "malformed_payment",
    );
    expect(refusalOf(withForm(payment, (form) => void (form.authorization.value = "2e4")))).toBe(
      "malformed_payment",
    );
    expect(refusalOf(withForm(payment, (form) => void (form.authorization.value = "020000")))).toBe(
      "malformed_payment",
    );
  });

  it("goes to a facilitator re-serialised under our own offer, without the replay token", async () => {
    const payment = await signedEvmPayment({ ...EVM_OFFER, extra: { ...EVM_OFFER.extra, replay: "secret" } });
    const read = readEvmPayment({ ...payment, extensions: { evil: 1 } }, EVM_OFFER);
    expect(read.replay).toBe("secret");
    expect(JSON.stringify(read.payload)).not.toContain("secret");
    expect(read.payload.accepted).toEqual(EVM_OFFER);
    expect(read.payload).not.toHaveProperty("extensions");
  });
});
