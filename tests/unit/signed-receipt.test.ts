import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { receiptOf } from "@/lib/buying/receipt";
import { checkReceipt } from "@/lib/buying/signed-receipt";
import { textToBase64, textToBase64Url } from "@/lib/http/base64";
import { jws } from "@/lib/payments/receipts/jws";
import { importSigningKey, type SigningKey } from "@/lib/payments/receipts/signing-key";

const SERVICE = "https://api.example.com";
const SALE = {
  version: 1,
  network: "eip155:84532",
  resourceUrl: `${SERVICE}/api/x`,
  payer: "0x1",
  issuedAt: 1_790_000_000,
  amount: "20000",
  asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
};

const newKey = (): Promise<SigningKey> =>
  importSigningKey(
    generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
  );

let key: SigningKey;
let keys: object;
let receipt: string;
beforeAll(async () => {
  key = await newKey();
  keys = { keys: [(await newKey()).publicJwk, key.publicJwk] };
  receipt = await jws(SALE, key, SERVICE);
});

const responseHeader = (signature: string): string =>
  textToBase64(
    JSON.stringify({
      ...{ success: true, transaction: "0xabc", network: SALE.network, payer: "0x1" },
      extensions: { "offer-receipt": { info: { receipt: { format: "jws", signature } } } },
    }),
  );

describe("a signed receipt, as a browser checks it", () => {
  it("is told once its signature holds, as a JWS and inside the header that it came in", async () => {
    const header = responseHeader(receipt);
    for (const text of [receipt, ` ${receipt}\n`, header, `PAYMENT-RESPONSE: ${header}`])
      expect(await checkReceipt(text, keys)).toEqual({
        verdict: "genuine",
        sale: {
          ...{ network: SALE.network, resourceUrl: SALE.resourceUrl, payer: "0x1", amount: "20000" },
          ...{ asset: SALE.asset, transaction: null, issuedAt: new Date(SALE.issuedAt * 1000) },
        },
      });
  });

  it("is what a purchase keeps of the answer's header", () => {
    const reply = {
      ...{ status: 200, text: "{}" },
      headers: new Headers({ "payment-response": responseHeader(receipt) }),
    };
    expect(receiptOf(reply)?.signed).toBe(receipt);
  });

  it("is forged where a single word of it is another, and tells nothing then", async () => {
    const [head, , signature] = receipt.split(".");
    for (const change of [{ amount: "1" }, { payer: "0x2" }, { resourceUrl: "https://b.example/api/x" }]) {
      const forged = `${head}.${textToBase64Url(JSON.stringify({ ...SALE, ...change }))}.${signature}`;
      expect(await checkReceipt(forged, keys)).toEqual({ verdict: "forged" });
    }
  });

  it("is of an unknown key where another signed it, whatever key it names", async () => {
    const stranger = await newKey();
    expect(await checkReceipt(await jws(SALE, stranger, SERVICE), keys)).toEqual({ verdict: "unknown_key" });
    const posing: SigningKey = { ...stranger, publicJwk: key.publicJwk };
    expect(await checkReceipt(await jws(SALE, posing, SERVICE), keys)).toEqual({ verdict: "forged" });
    for (const none of [null, {}, { keys: [null, 1, {}] }])
      expect(await checkReceipt(receipt, none)).toEqual({ verdict: "unknown_key" });
  });

  it("is nothing else that the same key signs: no offer, and nothing with a type of its own", async () => {
    const offer = {
      ...{ version: 1, resourceUrl: SALE.resourceUrl, network: SALE.network, amount: "20000" },
      ...{ scheme: "exact", payTo: "0x3", asset: SALE.asset, validUntil: 1_790_000_000 },
    };
    expect(await checkReceipt(await jws(offer, key, SERVICE), keys)).toEqual({ verdict: "unreadable" });
    expect(await checkReceipt(await jws(SALE, key, SERVICE, "svc-security-report+jws"), keys)).toEqual({
      verdict: "unreadable",
    });
    const [, payload] = receipt.split(".");
    const none = `${textToBase64Url(JSON.stringify({ alg: "none", kid: key.publicJwk.kid }))}.${payload}.`;
    expect(await checkReceipt(none, keys)).toEqual({ verdict: "unreadable" });
  });

  it("never throws for what is pasted", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), fc.string(), async (a, b, c) => {
        for (const text of [a, `${a}.${b}.${c}`, textToBase64(JSON.stringify({ extensions: a }))])
          expect((await checkReceipt(text, keys)).verdict).not.toBe("genuine");
      }),
    );
  });
});
