import { encodePaymentSignatureHeader } from "@x402/core/http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textToBase64 } from "@/lib/http/base64";
import { ApiError } from "@/lib/http/api-error";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
import { readExtras, readPaymentHeader } from "@/lib/payments/rails/x402/header";
import { signedEvmPayment } from "../support/payments";

const reasonOf = (header: string): string => {
  try {
    readPaymentHeader(header);
    return "read";
  } catch (error) {
    if (error instanceof PaymentRefused) return error.reason;
    if (error instanceof ApiError) return error.code;
    throw error;
  }
};

describe("the payment header", () => {
  it("is read as the official client writes it", async () => {
    const payment = await signedEvmPayment();
    expect(readPaymentHeader(encodePaymentSignatureHeader(payment)).payload).toEqual(payment.payload);
  });

  it("is malformed when it is not base64, not JSON, no payment, or over 12 KB", () => {
    for (const header of [
      "%%%",
      textToBase64("{"),
      textToBase64("null"),
      textToBase64("[]"),
      textToBase64('{"x402Version":2}'),
      "A".repeat(12_289),
    ]) {
      expect(reasonOf(header)).toBe("malformed_payment");
    }
  });

  it("is told what it is where it is JSON itself or empty, and not taken for two payments for its commas", async () => {
    const json = JSON.stringify(await signedEvmPayment());
    expect(reasonOf(json)).toBe("malformed_payment");
    expect(() => readPaymentHeader(json)).toThrow("PAYMENT-SIGNATURE is JSON itself, not base64 of it.");
    expect(() => readPaymentHeader(" ")).toThrow("PAYMENT-SIGNATURE is empty.");
  });

  it("is one payment, however often a proxy repeats it, and never two", async () => {
    const [one, other] = [await signedEvmPayment(), await signedEvmPayment()].map(
      encodePaymentSignatureHeader,
    );
    for (const header of [`${one}, ${one}`, `${one},`, `, ${one} ,,`])
      expect(readPaymentHeader(header)).toEqual(readPaymentHeader(one ?? ""));
    expect(reasonOf(`${one}, ${other}`)).toBe("invalid_request");
    expect(reasonOf(`${one}, %%%`)).toBe("invalid_request");
    expect(reasonOf(",")).toBe("malformed_payment");
  });

  it("is unsupported when it speaks another version", () => {
    expect(reasonOf(textToBase64(JSON.stringify({ x402Version: 1, scheme: "exact", network: "base" })))).toBe(
      "unsupported_payment",
    );
  });

  it("never fails otherwise than by refusing, whatever comes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(textToBase64)), (header) =>
        ["read", "malformed_payment", "unsupported_payment", "invalid_request"].includes(reasonOf(header)),
      ),
    );
  });

  it("gives the replay token and a payment identifier of at least 16 characters, and nothing of another type", async () => {
    const payment = await signedEvmPayment();
    const withExtras = (replay: unknown, id: unknown) =>
      readExtras({
        ...payment,
        accepted: { ...payment.accepted, extra: { replay } },
        extensions: { "payment-identifier": { info: { id } } },
      });
    expect(withExtras("abc", "a".repeat(16))).toMatchObject({ replay: "abc", identifier: "a".repeat(16) });
    expect(withExtras(7, "short")).toMatchObject({ replay: null, identifier: null });
    expect(withExtras("", { toString: () => "a".repeat(16) })).toMatchObject({
      replay: null,
      identifier: null,
    });
  });
});
