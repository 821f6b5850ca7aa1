import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EnvError, parseEnv } from "@/lib/env";
import type * as clientModule from "@/lib/payments/facilitators/client";
import type * as failoverModule from "@/lib/payments/facilitators/failover";
import type { Facilitator } from "@/lib/payments/facilitators/list";
import type * as supportedModule from "@/lib/payments/facilitators/supported";
import { listen } from "@/sandbox/host/listen";
import { CDP_PATH, KEY_KINDS, newCdpKey, readJwt, startCdpStub, type CdpStub } from "../support/cdp-stub";
import { EVM_OFFER, FEE_PAYER, signedEvmPayment } from "../support/payments";

const HASH = `0x${"cd".repeat(32)}`;
const SOLANA = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
const KIND = { x402Version: 2, scheme: "exact", network: SOLANA, extra: { feePayer: FEE_PAYER } };
const GOOD = {
  supported: { kinds: [KIND], signers: {} },
  verify: { isValid: true },
  settle: { success: true, transaction: HASH, network: "eip155:84532" },
};

/** A facilitator of somebody else, which writes down what credentials it is shown. */
async function startStranger() {
  const shown: (string | undefined)[] = [];
  const { url, close } = await listen(0, (request, response) => {
    shown.push(request.headers.authorization);
    const operation = (request.url ?? "").slice(1);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(Object.entries(GOOD).find(([name]) => name === operation)?.[1] ?? {}));
  });
  return { url, shown, close };
}

interface Instance {
  client: typeof clientModule;
  failover: typeof failoverModule;
  supported: typeof supportedModule;
}

/** An instance of the till's facilitators with these settings. */
async function instance(settings: Record<string, string>): Promise<Instance> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  return {
    client: await import("@/lib/payments/facilitators/client"),
    failover: await import("@/lib/payments/facilitators/failover"),
    supported: await import("@/lib/payments/facilitators/supported"),
  };
}

const at = (url: string, name: Facilitator["name"] = "primary"): Facilitator => ({
  name,
  url,
  token: undefined,
  knownFeePayers: [],
});

let stranger: Awaited<ReturnType<typeof startStranger>>;
beforeEach(async () => {
  stranger = await startStranger();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await stranger.close();
});

describe.each(KEY_KINDS)("CDP asked with a key of the form %s", (kind) => {
  const key = newCdpKey(kind);
  let cdp: CdpStub;
  let till: Instance;
  beforeEach(async () => {
    cdp = await startCdpStub(key, GOOD);
    till = await instance({
      CDP_API_KEY_ID: key.id,
      CDP_API_KEY_SECRET: key.secret,
      CDP_API_ORIGIN: cdp.origin,
      FACILITATOR_PRIMARY_URL: cdp.url,
      FACILITATOR_FALLBACK_URL: stranger.url,
      FACILITATOR_SUPPORTED_REFRESH_MS: "0",
    });
  });
  afterEach(() => cdp.close());

  const verify = async (url = cdp.url) => till.client.askVerify(at(url), await signedEvmPayment(), EVM_OFFER);
  const settle = async (url = cdp.url) => till.client.askSettle(at(url), await signedEvmPayment(), EVM_OFFER);

  it("accepts a token of its own for each of supported, verify and settle", async () => {
    await till.supported.refreshSupported(SOLANA);
    expect(till.supported.feePayerToOffer()).toBe(FEE_PAYER);
    expect(await verify()).toEqual({ kind: "valid" });
    expect(await verify()).toEqual({ kind: "valid" });
    expect(await settle()).toEqual({ kind: "settled", transaction: HASH });
    expect(cdp.asked.map(({ operation, refused }) => [operation, refused])).toEqual([
      ["supported", null],
      ["verify", null],
      ["verify", null],
      ["settle", null],
    ]);
    expect(new Set(cdp.asked.map(({ jwt }) => jwt)).size).toBe(4);
  });

  it("reads in the token what Coinbase's guide asks for, and nothing else", async () => {
    await verify();
    const { header, payload } = readJwt(cdp.asked[0]?.jwt ?? "");
    const alg = kind === "Ed25519" ? "EdDSA" : "ES256";
    expect(header).toEqual({ alg, kid: key.id, typ: "JWT", nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const nbf = Number(payload["nbf"]);
    expect(payload).toEqual({
      ...{ iss: "cdp", sub: key.id, iat: nbf, nbf, exp: nbf + 120 },
      uris: [`POST ${new URL(cdp.origin).host}${CDP_PATH}/verify`],
    });
    expect(Math.abs(nbf - Date.now() / 1000)).toBeLessThan(10);
  });

  it("refuses a token that is sent again, sent elsewhere, run out, or changed: none of them moves money", async () => {
    await verify();
    const jwt = cdp.asked[0]?.jwt ?? "";
    const show = async (token: string, path = "/verify", method = "POST") =>
      (await fetch(cdp.url + path, { method, headers: { authorization: `Bearer ${token}` } })).status;
    expect(await show(jwt)).toBe(401);
    const { cdpToken } = await import("@/lib/payments/facilitators/cdp-token");
    const fresh = () => cdpToken("POST", new URL(`${cdp.url}/verify`));
    expect(await show(await fresh())).toBe(200);
    expect(await show(await fresh(), "/settle")).toBe(401);
    expect(await show(await fresh(), "/verify", "PUT")).toBe(401);
    const [header = "", payload = "", signature = ""] = (await fresh()).split(".");
    const claims = { ...readJwt(`${header}.${payload}`).payload, exp: Date.now() / 1000 + 60 };
    const forged = Buffer.from(JSON.stringify(claims)).toString("base64url");
    expect(await show(`${header}.${forged}.${signature}`)).toBe(401);
    const early = await fresh();
    cdp.setAhead(121);
    expect(await show(early)).toBe(401);
    expect(cdp.asked.slice(1).map(({ refused }) => refused)).toEqual([
      ...["used before", null, "for another address", "for another address"],
      ...["not signed by the key", "run out"],
    ]);
  });

  const NEWCOMER = { hasPaid: false, network: "192.0.2.0/24", isUnread: false };

  it("is out of order for the payer, and the next one verifies, when it refuses our key", async () => {
    cdp.setAhead(-3_600);
    expect(await verify()).toEqual({ kind: "outage", detail: "HTTP 401 without a verdict" });
    const order = [at(cdp.url), at(stranger.url, "fallback")];
    expect(
      await till.failover.verifyWith(order, {
        ...{ payload: await signedEvmPayment(), requirement: EVM_OFFER, payer: "0x01", ...NEWCOMER },
        diagnose: () => Promise.resolve(null),
      }),
    ).toEqual({
      ...{ kind: "valid", by: "fallback" },
    });
    expect(cdp.asked.at(-1)?.refused).toBe("not valid yet");
  });

  it("is the only one that is shown a token", async () => {
    expect(await verify(stranger.url)).toEqual({ kind: "valid" });
    expect((await settle(stranger.url)).kind).toBe("settled");
    await till.supported.refreshSupported(SOLANA);
    expect(stranger.shown).toEqual([undefined, undefined, undefined]);
  });

  it("takes neither the token nor the payment along when it redirects", async () => {
    cdp.redirectTo(stranger.url);
    expect((await verify()).kind).toBe("outage");
    expect((await settle()).kind).toBe("unknown");
    await till.supported.refreshSupported(SOLANA);
    expect(cdp.asked.map(({ refused }) => refused)).toEqual([null, null, null]);
    expect(stranger.shown).toEqual([undefined]); // as the fallback, for what it supports
  });
});

describe("a key that CDP never made", () => {
  it("is an outage at verify, and at settle provably sent nothing", async () => {
    const [one, another] = [newCdpKey("Ed25519"), newCdpKey("Ed25519")];
    const half = (key: { secret: string }, from: number) =>
      Buffer.from(key.secret, "base64").subarray(from, from + 32);
    const secret = Buffer.concat([half(one, 0), half(another, 32)]).toString("base64");
    const { client } = await instance({
      CDP_API_KEY_ID: one.id,
      CDP_API_KEY_SECRET: secret,
      CDP_API_ORIGIN: stranger.url,
    });
    const payment = await signedEvmPayment();
    expect(await client.askVerify(at(stranger.url), payment, EVM_OFFER)).toEqual({
      ...{ kind: "outage", detail: expect.stringContaining("public half") },
    });
    const settlement = await client.askSettle(at(stranger.url), payment, EVM_OFFER);
    expect(settlement).toEqual({ kind: "not-sent", detail: expect.stringContaining("public half") });
    expect(stranger.shown).toEqual([]);
    expect(JSON.stringify(settlement)).not.toContain(secret);
  });
});

describe("settings of CDP", () => {
  const key = newCdpKey("Ed25519");
  const pair = { CDP_API_KEY_ID: key.id, CDP_API_KEY_SECRET: key.secret };
  const CDP = `https://api.cdp.coinbase.com${CDP_PATH}`;

  it("are both there or both absent, and there when a facilitator is CDP's", () => {
    expect(parseEnv(pair).CDP_API_KEY_ID).toBe(key.id);
    expect(() => parseEnv({ CDP_API_KEY_ID: key.id })).toThrow(/CDP_API_KEY_SECRET must be set/);
    expect(() => parseEnv({ CDP_API_KEY_SECRET: key.secret })).toThrow(/CDP_API_KEY_ID must be set/);
    for (const place of ["PRIMARY", "FALLBACK", "THIRD"]) {
      const asked = { [`FACILITATOR_${place}_URL`]: CDP };
      expect(() => parseEnv(asked)).toThrow(
        `CDP_API_KEY_ID must be set, as FACILITATOR_${place}_URL is CDP's`,
      );
      expect(() => parseEnv({ ...asked, ...pair })).not.toThrow();
      expect(() => parseEnv({ ...asked, ...pair, [`FACILITATOR_${place}_TOKEN`]: "t" })).toThrow(/left out/);
    }
  });

  it("accept each form of a secret, its line ends as the platform keeps them", () => {
    for (const kind of KEY_KINDS)
      for (let turn = 0; turn < 20; turn += 1) {
        const { secret } = newCdpKey(kind);
        for (const raw of [secret, secret.replaceAll("\n", "\\n"), secret.replaceAll("\n", "\r\n")])
          expect(() => parseEnv({ ...pair, CDP_API_KEY_SECRET: raw }), kind).not.toThrow();
      }
  });

  it("refuse what is no such key, saying which are, without repeating it", () => {
    const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
    const ed = generateKeyPairSync("ed25519").privateKey;
    for (const raw of [
      key.secret.slice(4),
      Buffer.alloc(32, 7).toString("base64"),
      p384.export({ type: "sec1", format: "pem" }).toString(),
      p384.export({ type: "pkcs8", format: "pem" }).toString(),
      ed.export({ type: "pkcs8", format: "pem" }).toString(),
    ]) {
      const read = () => parseEnv({ ...pair, CDP_API_KEY_SECRET: raw });
      expect(read).toThrow(EnvError);
      expect(read).toThrow(/CDP_API_KEY_SECRET must be .*base64 of 64 bytes .*openssl pkcs8 -topk8/);
      expect(read).not.toThrow(raw.slice(40, 60));
    }
  });

  it("give the tokens to Coinbase's own host alone: none that looks like it, and on mainnet no stand-in", () => {
    for (const url of [
      "https://api.cdp.coinbase.com.example.com/platform/v2/x402",
      "https://example.com/https://api.cdp.coinbase.com",
      "http://api.cdp.coinbase.com/platform/v2/x402",
      "https://api.cdp.coinbase.com:8443/platform/v2/x402",
    ])
      expect(() => parseEnv({ FACILITATOR_PRIMARY_URL: url }), url).not.toThrow(); // needs no key: none is used
    const asUser = "https://api.cdp.coinbase.com@example.com/platform/v2/x402";
    expect(() => parseEnv({ FACILITATOR_PRIMARY_URL: asUser })).toThrow("without a user");
    for (const CDP_API_ORIGIN of ["http://127.0.0.1:1", "https://example.com"]) {
      expect(() => parseEnv({ CDP_API_ORIGIN })).not.toThrow();
      expect(() => parseEnv({ CDP_API_ORIGIN, NETWORK: "mainnet" })).toThrow(
        /CDP_API_ORIGIN must be left out on mainnet/,
      );
    }
  });
});
