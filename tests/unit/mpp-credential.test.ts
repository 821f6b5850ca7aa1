import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textToBase64Url } from "@/lib/http/base64";
import { readCredential } from "@/lib/payments/rails/mpp/credential";
import { PaymentRefused, type Reason } from "@/lib/payments/outcome/reasons";
import { credential } from "../support/mpp";

const CHALLENGE = {
  id: "kM9xPqWvT2nJrHsY4aDfEb",
  realm: "api.example.com",
  method: "solana",
  intent: "charge",
  request: textToBase64Url("{}"),
  expires: "2026-03-15T12:05:00.000Z",
  opaque: textToBase64Url('{"route":"/api/x"}'),
};
const PULL = { type: "transaction", transaction: "AQAB" };
const PUSH = { type: "signature", signature: "5".repeat(88) };

function reasonFor(header: string): Reason | null {
  try {
    readCredential(header);
    return null;
  } catch (error) {
    if (error instanceof PaymentRefused) return error.reason;
    throw error;
  }
}

describe("an Authorization: Payment header", () => {
  it("is read as the challenge that was given and the way that it was paid", () => {
    expect(readCredential(credential(CHALLENGE, PULL))).toEqual({
      challenge: CHALLENGE,
      payload: { kind: "pull", transaction: "AQAB" },
    });
    expect(readCredential(credential(CHALLENGE, PUSH)).payload).toEqual({
      kind: "push",
      signature: PUSH.signature,
    });
  });

  it("may be padded, may name its scheme in any case, and may hold members that are not known here", () => {
    const text = JSON.stringify({ challenge: CHALLENGE, source: "did:pkh:x", payload: PULL, more: 1 });
    const padding = "=".repeat((3 - (new TextEncoder().encode(text).length % 3)) % 3);
    expect(reasonFor(`payment   ${textToBase64Url(text)}${padding}`)).toBeNull();
    expect(reasonFor(credential({ ...CHALLENGE, description: "x" }, { ...PULL, more: 1 }))).toBeNull();
  });

  it("may carry `opaque` decoded, as early clients send it, and means the same", () => {
    const decoded = { ...CHALLENGE, opaque: { route: "/api/x" } };
    expect(readCredential(credential(decoded, PULL)).challenge.opaque).toBe(CHALLENGE.opaque);
  });

  it.each<[string, string]>([
    ["nothing behind the scheme", "Payment"],
    ["two credentials", `${credential(CHALLENGE, PULL)}, ${credential(CHALLENGE, PULL)}`],
    ["the other base64 alphabet", "Payment e30+/w=="],
    ["bytes that are not UTF-8", "Payment _w"],
    ["no JSON", `Payment ${textToBase64Url("challenge")}`],
    ["null", `Payment ${textToBase64Url("null")}`],
    ["a list", `Payment ${textToBase64Url("[]")}`],
    ["no challenge", `Payment ${textToBase64Url(JSON.stringify({ payload: PULL }))}`],
    ["no payload", `Payment ${textToBase64Url(JSON.stringify({ challenge: CHALLENGE }))}`],
    ["a number for the id", credential({ ...CHALLENGE, id: 1 }, PULL)],
    ["a slot that holds the separator", credential({ ...CHALLENGE, realm: "a|solana" }, PULL)],
    ["a request that is not base64url", credential({ ...CHALLENGE, request: "{}" }, PULL)],
    ["an opaque that is neither text nor object", credential({ ...CHALLENGE, opaque: 1 }, PULL)],
    ["a pull without its transaction", credential(CHALLENGE, { type: "transaction" })],
    [
      "a transaction that is longer than Solana's",
      credential(CHALLENGE, { ...PULL, transaction: "A".repeat(1_645) }),
    ],
    ["a transaction in base64url", credential(CHALLENGE, { ...PULL, transaction: "_-_-" })],
    ["a push without its signature", credential(CHALLENGE, { type: "signature", transaction: "AQAB" })],
    ["a signature that is not base58", credential(CHALLENGE, { ...PUSH, signature: "0".repeat(88) })],
    ["more than 12 KB", `Payment ${"A".repeat(12 * 1024)}`],
  ])("is malformed with %s", (_, header) => {
    expect(reasonFor(header)).toBe("malformed_payment");
  });

  it.each<[string, string]>([
    ["another method", credential({ ...CHALLENGE, method: "tempo" }, PULL)],
    ["another intent", credential({ ...CHALLENGE, intent: "session" }, PULL)],
    ["another type of payload", credential(CHALLENGE, { type: "bundle", transactions: [] })],
  ])("is not taken with %s", (_, header) => {
    expect(reasonFor(header)).toBe("unsupported_payment");
  });

  it("ends in a refusal whatever it holds, never in a failure", () => {
    const part = fc.oneof(
      fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown),
      fc.string(),
    );
    const field = (usual: string) => fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, part);
    const nearly = fc.record({
      challenge: fc.record({
        id: field(CHALLENGE.id),
        realm: field(CHALLENGE.realm),
        method: field(CHALLENGE.method),
        intent: field(CHALLENGE.intent),
        request: field(CHALLENGE.request),
        opaque: part,
      }),
      payload: fc.oneof(fc.constant({ type: "signature" }), part),
    });
    const anything = fc.oneof(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.json({ maxDepth: 4 }).map(textToBase64Url),
      nearly.map((value) => textToBase64Url(JSON.stringify(value))),
      fc.constant(textToBase64Url('{"challenge":{"opaque":{"route":1e999}}}')),
    );
    fc.assert(
      fc.property(anything, (token) => {
        const reason = reasonFor(`Payment ${token}`);
        expect(["malformed_payment", "unsupported_payment"]).toContain(reason);
      }),
    );
  });
});
