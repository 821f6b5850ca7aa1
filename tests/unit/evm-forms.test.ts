import type { PaymentPayload } from "@x402/core/types";
import { describe, expect, it } from "vitest";
import { inTokenForm } from "@/lib/chains/signature-form";
import { readEvmPayment } from "@/lib/payments/rails/x402/evm-payment";
import { EVM_OFFER, signedEvmPayment } from "../support/payments";

const signatureOf = ({ payload }: PaymentPayload): string => String(payload.signature);
const signedAs = (payment: PaymentPayload, signature: string): PaymentPayload => ({
  ...payment,
  payload: { ...payment.payload, signature },
});

/** The forms in which wallets give one signature: v as a bit, in capitals, and EIP-2098's 64 bytes. */
function formsOf(signature: string): string[] {
  const isOdd = signature.endsWith("1c");
  const rs = signature.slice(2, -2);
  const s = BigInt(`0x${rs.slice(64)}`) | (isOdd ? 1n << 255n : 0n);
  const compact = rs.slice(0, 64) + s.toString(16).padStart(64, "0");
  return [
    signature,
    `0x${rs}${isOdd ? "01" : "00"}`,
    `0x${rs}${isOdd ? "1C" : "1B"}`,
    `0x${compact}`,
    `0x${compact.toUpperCase()}`,
  ];
}

describe("a signature on Base", () => {
  it("goes to the facilitator in the token's one form, whatever form the wallet gave", async () => {
    for (let times = 0; times < 8; times += 1) {
      const payment = await signedEvmPayment();
      const signature = signatureOf(payment);
      const read = await Promise.all(
        formsOf(signature).map((form) => readEvmPayment(signedAs(payment, form), EVM_OFFER)),
      );
      expect(read.map(({ knownBy }) => knownBy)).toEqual(Array(5).fill("signature"));
      expect(new Set(read.map((one) => signatureOf(one.payload)))).toEqual(new Set([signature]));
      expect(new Set(read.map(({ key }) => key)).size).toBe(1);
    }
  });

  it("that no key of the payer made passes as it came, for a contract may take it", async () => {
    const [mine, another] = await Promise.all([signedEvmPayment(), signedEvmPayment()]);
    const foreign = [...formsOf(signatureOf(another)), `0x${"11".repeat(64)}`, `0x${"11".repeat(200)}`];
    for (const form of foreign) {
      const read = await readEvmPayment(signedAs(mine, form), EVM_OFFER);
      expect(read.knownBy).toBe("verification");
      expect(signatureOf(read.payload)).toBe(form);
    }
  });

  it("has no form of the token's where it is none of a key's", () => {
    for (const text of ["0x", `0x${"11".repeat(63)}`, `0x${"11".repeat(64)}1d`, `0x${"11".repeat(66)}`])
      expect(inTokenForm(text)).toBeNull();
  });
});

describe("an authorization's beginning", () => {
  const at = async (ahead: number): Promise<string | null> => {
    const now = Date.UTC(2026, 10, 27);
    const payment = await signedEvmPayment();
    const authorization = {
      ...(payment.payload.authorization as Record<string, string>), // the official client's form
      validAfter: String(now / 1000 + ahead),
      validBefore: String(now / 1000 + 120),
    };
    const read = await readEvmPayment(
      { ...payment, payload: { ...payment.payload, authorization } },
      EVM_OFFER,
    );
    return read.objection(new Date(now), 20_000)?.reason ?? null;
  };

  it("may lie one block ahead, and no more", async () => {
    expect(await Promise.all([-600, 0, 1, 2].map(at))).toEqual([null, null, null, null]);
    expect(await Promise.all([3, 60].map(at))).toEqual(["expired", "expired"]);
  });
});
