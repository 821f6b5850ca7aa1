import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textToBase64Url } from "@/lib/http/base64";
import {
  challengeId,
  mppChallenge,
  wwwAuthenticate,
  type MppChallenge,
} from "@/lib/payments/rails/mpp/challenge";
import { readCharge } from "@/lib/payments/rails/mpp/charge";
import { MERCHANT, PRICE } from "../support/payments";
import { chargeOf } from "../support/mpp";

const SECRET = "a secret of at least thirty-two characters";
const OLDER = "the secret that was used before that one";
const NOW = new Date("2026-01-02T03:04:05.000Z");

async function challenge(secret = SECRET): Promise<MppChallenge> {
  const made = await mppChallenge(secret, "api.example.com", "/api/x", MERCHANT, PRICE, NOW);
  if (made === null) throw new Error("the merchant receives on Solana");
  return made;
}
const rejected = { reason: "payment_rejected" };

describe("a challenge by MPP", () => {
  it("has the id that the specification gives: seven slots, joined by |, HMAC-SHA256 in base64url", async () => {
    const made = await challenge();
    const { realm, method, intent, request, expires, opaque } = made;
    const input = [realm, method, intent, request, expires, "", opaque].join("|");
    expect(made.id).toBe(createHmac("sha256", SECRET).update(input).digest("base64url"));
  });

  it("asks for the mint, the price and a fresh memo, on the cluster as the specification calls it", async () => {
    const asked = chargeOf(await challenge());
    expect(asked).toMatchObject({
      amount: String(PRICE),
      currency: MERCHANT.networks.solana.usdc,
      recipient: MERCHANT.solanaPayTo,
      methodDetails: {
        network: "devnet",
        decimals: 6,
        tokenProgram: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
      },
    });
    expect(asked.externalId).toMatch(/^[0-9a-f]{32}$/);
    expect(chargeOf(await challenge()).externalId).not.toBe(asked.externalId);
  });

  it("is written into its header as it is bound", async () => {
    const made = await challenge();
    const parameters = [...wwwAuthenticate(made).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(parameters)).toEqual(made);
    expect(wwwAuthenticate(made)).toMatch(/^Payment id=/);
  });

  it("is read back as what was asked for", async () => {
    const made = await challenge();
    expect(readCharge([SECRET], made)).toEqual({
      id: made.id,
      realm: "api.example.com",
      amount: String(PRICE),
      currency: MERCHANT.networks.solana.usdc,
      recipient: MERCHANT.solanaPayTo,
      externalId: chargeOf(made).externalId,
      route: "/api/x",
      expiresAt: NOW.getTime() + 60_000,
    });
  });

  it("is still known after its secret was changed, as long as the old one is kept", async () => {
    const made = await challenge(OLDER);
    expect(readCharge([SECRET, OLDER], made).id).toBe(made.id);
    expect(() => readCharge([SECRET], made)).toThrow(expect.objectContaining(rejected));
    expect(() => readCharge([], made)).toThrow(expect.objectContaining(rejected));
  });

  it("is not ours any more when any character of any field is another, is gone or is added", async () => {
    const made = await challenge();
    const names = ["id", "realm", "request", "expires", "opaque"] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        fc.constantFrom("replace", "remove", "insert"),
        fc.constantFrom(..."ABCabc019-_."),
        async (name, position, change, character) => {
          const value = made[name];
          const at = position % value.length;
          const kept = change === "insert" ? at : at + 1;
          const changed = value.slice(0, at) + (change === "remove" ? "" : character) + value.slice(kept);
          fc.pre(changed !== value);
          expect(() => readCharge([SECRET], { ...made, [name]: changed })).toThrow(
            expect.objectContaining(rejected),
          );
        },
      ),
    );
  });

  it("is not ours with a field that it did not have, or without one that it had", async () => {
    const { opaque, expires, ...rest } = await challenge();
    for (const fields of [
      { ...rest, opaque },
      { ...rest, expires },
      { ...rest, opaque, expires, digest: "sha-256=:x:" },
      // Moved from one slot to the next.
      { ...rest, expires: "", digest: expires, opaque },
      { ...rest, expires, digest: opaque },
    ])
      expect(() => readCharge([SECRET], fields)).toThrow(expect.objectContaining(rejected));
  });

  it("is refused, not failed at, when another program made it with the same secret", async () => {
    for (const request of ["{}", "[]", "null", "not json", '{"amount":1}']) {
      const fields = {
        realm: "api.example.com",
        method: "solana",
        intent: "charge",
        request: textToBase64Url(request),
        expires: NOW.toISOString(),
      };
      const id = challengeId(SECRET, fields);
      expect(() => readCharge([SECRET], { id, ...fields })).toThrow(expect.objectContaining(rejected));
    }
    const { id: _, expires: __, ...timeless } = await challenge();
    const id = challengeId(SECRET, timeless);
    expect(() => readCharge([SECRET], { id, ...timeless })).toThrow(expect.objectContaining(rejected));
  });
});
