import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EnvError, parseEnv } from "@/lib/env";
import { signOffers } from "@/lib/payments/receipts/sign";
import { importSigningKey, publicJwk } from "@/lib/payments/receipts/signing-key";
import { Jwks, openJws } from "../support/jws";
import { EVM_OFFER, FEE_PAYER, solanaOffer } from "../support/payments";
import { runs } from "../support/properties";

const newKey = () => generateKeyPairSync("ed25519").privateKey;
const der = (key: ReturnType<typeof newKey>): string =>
  key.export({ type: "pkcs8", format: "der" }).toString("base64");

/** RFC 8037, appendix A: a key, its public half and its thumbprint. */
const RFC_D = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
const RFC_X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
const RFC_KID = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
const RFC_PKCS8 = Buffer.concat([
  Buffer.from("302e020100300506032b657004220420", "hex"),
  Buffer.from(RFC_D, "base64url"),
]).toString("base64");

const SERVICE = "https://api.example.com";
const RESOURCE = { url: `${SERVICE}/api/x` };
const RECEIPT = {
  rail: "x402-evm",
  transaction: "0xabc",
  confirmed: true as const,
  network: "eip155:84532",
  payer: "0x1",
  amount: "20000",
  at: 1_790_000_000_999,
};

describe("the setting of the signing key", () => {
  it("takes a key as OpenSSL writes it: PEM, PEM on one line, or its bare base64", () => {
    const key = newKey();
    const pem = key.export({ type: "pkcs8", format: "pem" }).toString();
    for (const raw of [pem, pem.replaceAll("\n", "\\n"), der(key)])
      expect(parseEnv({ RECEIPT_SIGNING_KEY: raw }).RECEIPT_SIGNING_KEY).toBe(der(key));
  });

  it("refuses every other kind of key and says how to make the right one", () => {
    const { publicKey } = generateKeyPairSync("ed25519");
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const x25519 = generateKeyPairSync("x25519").privateKey;
    for (const raw of [
      publicKey.export({ type: "spki", format: "pem" }).toString(),
      ec.export({ type: "pkcs8", format: "pem" }).toString(),
      x25519.export({ type: "pkcs8", format: "pem" }).toString(),
      der(newKey()).slice(0, -1),
      `${der(newKey())}A`,
      "secret",
    ])
      expect(() => parseEnv({ RECEIPT_SIGNING_KEY: raw })).toThrow(/openssl genpkey -algorithm ed25519/);
    expect(() => parseEnv({ RECEIPT_PREVIOUS_KEYS: `${RFC_X},short` })).toThrow(EnvError);
    expect(parseEnv({ RECEIPT_PREVIOUS_KEYS: ` ${RFC_X} , ${RFC_X}` }).RECEIPT_PREVIOUS_KEYS).toHaveLength(2);
  });
});

describe("a signing key", () => {
  it("is known by the public half and thumbprint of RFC 8037's example", async () => {
    const { publicJwk: jwk } = await importSigningKey(RFC_PKCS8);
    expect(jwk).toMatchObject({ x: RFC_X, kid: RFC_KID });
    expect(await publicJwk(RFC_X)).toEqual(jwk);
    expect(Jwks.safeParse({ keys: [jwk] })).toMatchObject({ success: true });
  });
});

describe("signed offers", () => {
  const accepts = [EVM_OFFER, solanaOffer(FEE_PAYER)];

  it("say the terms of each entry of `accepts`, canonically, under a key that the domain names", async () => {
    const key = await importSigningKey(RFC_PKCS8);
    const now = new Date("2026-10-07T14:02:11.500Z");
    const made = await signOffers({ resource: RESOURCE, accepts }, now, key, SERVICE);
    expect(made?.info.offers.map(({ format, acceptIndex }) => [format, acceptIndex])).toEqual([
      ["jws", 0],
      ["jws", 1],
    ]);
    const step = Date.parse("2026-10-07T14:02:30Z") / 1000;
    for (const [index, { signature }] of (made?.info.offers ?? []).entries()) {
      const { header, payload, text } = await openJws(signature, { keys: [key.publicJwk] });
      expect(header).toEqual({ alg: "EdDSA", kid: `did:web:api.example.com#${RFC_KID}` });
      const { scheme, network, asset, payTo, amount, maxTimeoutSeconds } = accepts[index] ?? EVM_OFFER;
      expect(payload).toEqual({
        version: 1,
        resourceUrl: RESOURCE.url,
        ...{ scheme, network, asset, payTo, amount },
        validUntil: step + maxTimeoutSeconds,
      });
      expect(text).toBe(JSON.stringify(payload, Object.keys(payload).sort()));
    }
  });

  it("hold for as long as the payment may take, and at most half a minute more", async () => {
    const key = await importSigningKey(RFC_PKCS8);
    const moment = fc.integer({ min: 1_790_000_000_000, max: 1_890_000_000_000 });
    await fc.assert(
      fc.asyncProperty(moment, async (ms) => {
        const made = await signOffers(
          { resource: RESOURCE, accepts: [EVM_OFFER] },
          new Date(ms),
          key,
          SERVICE,
        );
        const { payload } = await openJws(made?.info.offers[0]?.signature ?? "", { keys: [key.publicJwk] });
        const left = Number(payload.validUntil) - ms / 1000;
        expect(left).toBeGreaterThan(EVM_OFFER.maxTimeoutSeconds);
        expect(left).toBeLessThanOrEqual(EVM_OFFER.maxTimeoutSeconds + 30);
      }),
      runs(4), // more than are remembered
    );
  });

  it("are signed once for all challenges of a route within their step", async () => {
    const key = await importSigningKey(der(newKey()));
    let signed = 0;
    const counting = { ...key, sign: (bytes: Uint8Array<ArrayBuffer>) => ((signed += 1), key.sign(bytes)) };
    const start = Date.parse("2026-10-07T14:00:00Z");
    for (let ms = 0; ms < 30_000; ms += 1_000)
      await signOffers({ resource: RESOURCE, accepts }, new Date(start + ms), counting, SERVICE);
    expect(signed).toBe(2);
    await signOffers({ resource: RESOURCE, accepts }, new Date(start + 30_000), counting, SERVICE);
    expect(signed).toBe(4);
  });

  it("are not made without a key", async () => {
    expect(await signOffers({ resource: RESOURCE, accepts }, new Date(), null, SERVICE)).toBeNull();
  });
});

/** The modules as a process with these settings loads them. */
async function started(settings: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return {
    ...(await import("@/lib/payments/receipts/sign")),
    ...(await import("@/lib/payments/receipts/published-keys")),
  };
}
afterEach(() => vi.unstubAllEnvs());

const ORIGIN = "http://127.0.0.1:3000";

describe("a signed receipt", () => {
  it("says what the ledger keeps, and is the same bytes each time, in each process", async () => {
    const settings = { RECEIPT_SIGNING_KEY: der(newKey()), PUBLIC_ORIGIN: ORIGIN };
    const first = await started(settings);
    const made = await first.signReceipt(`${ORIGIN}/api/x`, RECEIPT);
    expect(await first.signReceipt(`${ORIGIN}/api/x`, RECEIPT)).toEqual(made);
    const second = await started(settings);
    expect(await second.signReceipt(`${ORIGIN}/api/x`, { ...RECEIPT })).toEqual(made);

    const keys = Jwks.parse(await (await second.jwks()).json());
    const { header, payload } = await openJws(made?.info.receipt.signature ?? "", keys);
    expect(payload).toEqual({
      version: 1,
      network: RECEIPT.network,
      resourceUrl: `${ORIGIN}/api/x`,
      payer: RECEIPT.payer,
      issuedAt: 1_790_000_000,
      transaction: RECEIPT.transaction,
      amount: RECEIPT.amount,
      asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    });
    expect(header).toMatchObject({ kid: `did:web:127.0.0.1%3A3000#${keys.keys[0]?.kid}` });
  });

  it("names no transaction until our own node has shown it: a signature can't be taken back", async () => {
    const service = await started({ RECEIPT_SIGNING_KEY: der(newKey()), PUBLIC_ORIGIN: ORIGIN });
    const { confirmed: _, ...said } = RECEIPT;
    const made = await service.signReceipt(`${ORIGIN}/api/x`, said);
    const keys = Jwks.parse(await (await service.jwks()).json());
    const { payload } = await openJws(made?.info.receipt.signature ?? "", keys);
    expect(payload).not.toHaveProperty("transaction");
    expect(payload).toMatchObject({ payer: RECEIPT.payer, network: RECEIPT.network });
  });

  it("is not made without a key", async () => {
    expect(await (await started({})).signReceipt(`${ORIGIN}/api/x`, RECEIPT)).toBeNull();
  });
});

describe("the published keys", () => {
  it("are none without a key, and say so to anybody from anywhere", async () => {
    const response = await (await started({})).jwks();
    expect(await response.json()).toEqual({ keys: [] });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
    expect(response.headers.get("content-type")).toBe("application/jwk-set+json");
  });

  it("still verify, after a change of keys, what the previous key signed", async () => {
    const old = await started({ RECEIPT_SIGNING_KEY: der(newKey()), PUBLIC_ORIGIN: ORIGIN });
    const made = await old.signReceipt(`${ORIGIN}/api/x`, RECEIPT);
    const { keys: before } = Jwks.parse(await (await old.jwks()).json());
    const changed = await started({
      RECEIPT_SIGNING_KEY: der(newKey()),
      RECEIPT_PREVIOUS_KEYS: before[0]?.x ?? "",
      PUBLIC_ORIGIN: ORIGIN,
    });
    const after = Jwks.parse(await (await changed.jwks()).json());
    expect(after.keys).toHaveLength(2);
    expect(after.keys[0]?.x).not.toBe(before[0]?.x);
    expect(await openJws(made?.info.receipt.signature ?? "", after)).toMatchObject({
      payload: { version: 1 },
    });
    await expect(
      openJws(made?.info.receipt.signature ?? "", { keys: after.keys.slice(0, 1) }),
    ).rejects.toThrow();
  });

  it("stand in the domain's DID document under the very ids that signatures name", async () => {
    const service = await started({
      RECEIPT_SIGNING_KEY: RFC_PKCS8,
      RECEIPT_PREVIOUS_KEYS: (await importSigningKey(der(newKey()))).publicJwk.x,
      PUBLIC_ORIGIN: ORIGIN,
    });
    const { keys } = Jwks.parse(await (await service.jwks()).json());
    const response = await service.didDocument();
    expect(response.headers.get("content-type")).toBe("application/did+json");
    const did = "did:web:127.0.0.1%3A3000";
    const ids = keys.map(({ kid }) => `${did}#${kid}`);
    expect(await response.json()).toMatchObject({
      id: did,
      verificationMethod: keys.map((publicKeyJwk, index) => ({
        id: ids[index],
        controller: did,
        publicKeyJwk,
      })),
      assertionMethod: ids,
    });
  });
});
