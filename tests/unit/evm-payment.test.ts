import type { PaymentPayload } from "@x402/core/types";
import { describe, expect, it } from "vitest";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
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

const objectionTo = async (payment: PaymentPayload, now = new Date()): Promise<string | null> =>
  (await readEvmPayment(payment, EVM_OFFER)).objection(now, BUDGET_MS)?.reason ?? null;

const refusalOf = async (payment: PaymentPayload): Promise<string> => {
  try {
    await readEvmPayment(payment, EVM_OFFER);
    return "read";
  } catch (error) {
    if (error instanceof PaymentRefused) return error.reason;
    throw error;
  }
};

/** Of secp256k1's group. */
const ORDER = BigInt("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");

describe("a payment on Base", () => {
  it("is taken as the official client signs it", async () => {
    expect(await objectionTo(await signedEvmPayment())).toBeNull();
  });

  it("has one key, however its header is written", async () => {
    const payment = await signedEvmPayment();
    const upper = withForm(payment, (form) => {
      form.authorization.from = `0x${form.authorization.from?.slice(2).toUpperCase()}`;
    });
    const reordered = JSON.parse(
      JSON.stringify(payment, Object.keys(payment).sort().reverse()),
    ) as PaymentPayload;
    const keys = await Promise.all(
      [payment, upper, { ...reordered, ...payment }].map(
        async (one) => (await readEvmPayment(one, EVM_OFFER)).key,
      ),
    );
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toBe(keys[0]?.toLowerCase());
  });

  it("has another key for another nonce or payer", async () => {
    const read = async () => readEvmPayment(await signedEvmPayment(), EVM_OFFER);
    const [one, another] = await Promise.all([read(), read()]);
    expect(one.key).not.toBe(another.key);
  });

  it("is refused by what was signed, not by what the offer says was accepted", async () => {
    const cheap = await signedEvmPayment({ ...EVM_OFFER, amount: "1" });
    expect(await objectionTo(cheap)).toBe("wrong_amount");
    expect(await objectionTo({ ...cheap, accepted: EVM_OFFER })).toBe("wrong_amount");
    const elsewhere = await signedEvmPayment({ ...EVM_OFFER, payTo: EVM_OFFER.asset });
    expect(await objectionTo({ ...elsewhere, accepted: EVM_OFFER })).toBe("wrong_recipient");
  });

  it("is refused for another asset or scheme", async () => {
    const payment = await signedEvmPayment();
    expect(
      await objectionTo({
        ...payment,
        accepted: { ...payment.accepted, asset: "0x0000000000000000000000000000000000000001" },
      }),
    ).toBe("unsupported_payment");
    expect(await objectionTo({ ...payment, accepted: { ...payment.accepted, scheme: "upto" } })).toBe(
      "unsupported_payment",
    );
  });

  it("is expired outside its window, too near its end for the call, or valid for too long", async () => {
    const payment = await signedEvmPayment();
    const validBefore = Number(formOf(payment).authorization.validBefore);
    const at = (seconds: number) => objectionTo(payment, new Date(seconds * 1000));
    expect(await at(validBefore + 1)).toBe("expired");
    expect(await at(validBefore - 30)).toBe("expired"); // the call may take 20 s, and 15 s are kept
    expect(await at(validBefore - 36)).toBeNull();
    expect(await at(validBefore - 901)).toBe("expired");
    const later = withForm(payment, (form) => {
      form.authorization.validAfter = String(Math.floor(Date.now() / 1000) + 60);
    });
    expect(await objectionTo(later)).toBe("expired");
  });

  it("takes EIP-3009 only, in exactly its form", async () => {
    const payment = await signedEvmPayment();
    expect(await refusalOf({ ...payment, payload: { permit2Authorization: {}, signature: "0x" } })).toBe(
      "unsupported_payment",
    );
    expect(await refusalOf({ ...payment, payload: {} })).toBe("unsupported_payment");
    expect(await refusalOf({ ...payment, payload: { ...payment.payload, more: 1 } })).toBe(
      "malformed_payment",
    );
    expect(await refusalOf(withForm(payment, (form) => void (form.authorization.nonce = "0x12")))).toBe(
      "malformed_payment",
    );
    expect(await refusalOf(withForm(payment, (form) => void (form.authorization.value = "2e4")))).toBe(
      "malformed_payment",
    );
    expect(await refusalOf(withForm(payment, (form) => void (form.authorization.value = "020000")))).toBe(
      "malformed_payment",
    );
  });

  it("goes to a facilitator re-serialised under our own offer, without the replay token", async () => {
    const payment = await signedEvmPayment({ ...EVM_OFFER, extra: { ...EVM_OFFER.extra, replay: "secret" } });
    const read = await readEvmPayment({ ...payment, extensions: { evil: 1 } }, EVM_OFFER);
    expect(read.replay).toBe("secret");
    expect(JSON.stringify(read.payload)).not.toContain("secret");
    expect(read.payload.accepted).toEqual(EVM_OFFER);
    expect(read.payload).not.toHaveProperty("extensions");
  });

  it("is known by its key's signature, and by nothing that anybody could make up", async () => {
    const payment = await signedEvmPayment();
    const knownBy = async (one: PaymentPayload) => (await readEvmPayment(one, EVM_OFFER)).knownBy;
    const { signature } = formOf(payment);
    const signedAs = (text: string) => withForm(payment, (form) => void (form.signature = text));
    const s = BigInt(`0x${signature.slice(66, 130)}`);
    const high = (ORDER - s).toString(16).padStart(64, "0");
    const v = signature.endsWith("1b") ? "1c" : "1b";
    expect(await knownBy(payment)).toBe("signature");
    expect(await knownBy(signedAs(signature.toUpperCase().replace("0X", "0x")))).toBe("signature");
    for (const forged of [
      `0x${"11".repeat(65)}`,
      `0x${"00".repeat(65)}`,
      `0x${"ff".repeat(65)}`,
      `${signature}00`,
      `${signature.slice(0, 66)}${high}${v}`, // the twin that the curve allows and the token refuses
      `${signature.slice(0, -2)}1d`,
    ])
      expect(await knownBy(signedAs(forged)), forged).toBe("verification");
    for (const [name, value] of [
      ["from", EVM_OFFER.asset],
      ["validBefore", "9999999999"],
      ["validAfter", "1"],
      ["nonce", `0x${"22".repeat(32)}`],
    ] as const)
      expect(await knownBy(withForm(payment, (form) => void (form.authorization[name] = value))), name).toBe(
        "verification",
      );
  });
});
