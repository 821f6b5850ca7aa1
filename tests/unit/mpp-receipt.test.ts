import { describe, expect, it } from "vitest";
import { base64ToText } from "@/lib/http/base64";
import type { Receipt } from "@/lib/payments/rails/rail";
import { paidResponse } from "@/lib/payments/outcome/render-outcome";

const RECEIPT: Receipt = {
  rail: "mpp-solana",
  transaction: "5UfDuX7hXbPjGUpTmt9PHRLsNGJe4dEny",
  network: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  payer: "4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw",
  amount: "20000",
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
};

describe("the receipt of an MPP payment", () => {
  it("has the transaction and the settlement's time, beside x402's own, and is the same on a replay", async () => {
    const first = (await paidResponse("/api/x", "{}", RECEIPT, false)).headers;
    const header = first.get("payment-receipt") ?? "";
    expect(header).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(JSON.parse(base64ToText(header))).toEqual({
      status: "success",
      method: "solana",
      timestamp: "2026-01-02T03:04:05.678Z",
      reference: RECEIPT.transaction,
    });
    expect(first.has("payment-response")).toBe(true);
    expect(first.get("cache-control")).toContain("private");
    const stored = JSON.parse(JSON.stringify(RECEIPT)) as Receipt;
    expect((await paidResponse("/api/x", "{}", stored, true)).headers.get("payment-receipt")).toBe(header);
  });

  it("is not given for a payment by another rail", async () => {
    expect(
      (await paidResponse("/api/x", "{}", { ...RECEIPT, rail: "x402-solana" }, false)).headers.has(
        "payment-receipt",
      ),
    ).toBe(false);
  });
});
