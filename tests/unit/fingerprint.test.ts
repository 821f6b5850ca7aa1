import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";

describe("the request fingerprint", () => {
  it("does not depend on the order of members", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (args) => {
        const reversed = Object.fromEntries(Object.entries(args).reverse());
        expect(await requestFingerprint("/api/x", reversed)).toBe(await requestFingerprint("/api/x", args));
      }),
    );
  });

  it("differs between routes and between arguments", async () => {
    const prints = await Promise.all([
      requestFingerprint("/api/x", {}),
      requestFingerprint("/api/y", {}),
      requestFingerprint("/api/x", { message: "a" }),
      requestFingerprint("/api/x", { message: "b" }),
    ]);
    expect(new Set(prints).size).toBe(4);
  });

  it("leaves out what carries the payment, so that a tool call equals the HTTP call", async () => {
    const plain = await requestFingerprint("/api/x", { limit: 3 });
    expect(
      await requestFingerprint("/api/x", { limit: 3, paymentSignature: "…", _meta: {}, creditsWallet: "w" }),
    ).toBe(plain);
  });
});
