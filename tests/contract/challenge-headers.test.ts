import { x402Client } from "@x402/core/client";
import type { PaymentRequired } from "@x402/core/types";
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isPaid } from "@/lib/catalog/define";
import { published } from "@/lib/catalog/published";
import { MAX_NOTICE, MAX_ORIGIN } from "@/lib/env";
import { base64ToText, textToBase64 } from "@/lib/http/base64";
import { commonHeaders } from "@/lib/http/headers";
import { limitHeaders } from "@/lib/http/limit-headers";
import { challengeParts, type ChallengeMoment, makeChallenge } from "@/lib/payments/challenge/challenge";
import { templateOf } from "@/lib/payments/challenge/templates";
import { REASONS } from "@/lib/payments/outcome/reasons";
import { NETWORKS } from "@/lib/chains/networks";
import { importSigningKey } from "@/lib/payments/receipts/signing-key";
import { boundResource, holderResource } from "@/lib/payments/wallet-proof/bound";
import { apiSecurityHeaders } from "@/scripts/security-headers";
import { FEE_PAYER, MERCHANT, TOKEN_SALE } from "../support/payments";

const NOW = new Date("2026-01-02T03:04:05.000Z");
const KEY = await importSigningKey(
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
);

/** The default buffer of nginx is a page of 4,096 bytes; a 402 that does not fit into it becomes a 502. */
const MAX_BLOCK = 4_000;
/** The bytes of the header block that each of its parts may take. They add up to no more than all of it. */
const SHARES = {
  /** The status line, what the server adds to every answer, and the headers for its reader's safety. */
  server: 440,
  /** CORS, limits, type and caching. */
  common: 396,
  notice: 122,
  mpp: 740,
  payment: 2_302,
};
/** Of the payment's share, in bytes of JSON: `accepts` in base64 takes four thirds of it. */
const OFFERS = { usdc: 760, token: 500 };
const RESOURCE = 320;
const SIGN_IN = 620;

/** What the host of plain Node and `next start` put around a function's answer. */
const AROUND =
  "HTTP/1.1 402 Payment Required\r\nDate: Fri, 02 Jan 2026 03:04:05 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=125\r\nTransfer-Encoding: chunked\r\n\r\n";

const lines = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);

const HOST = `${"a".repeat(40)}.${"b".repeat(MAX_ORIGIN - 53)}.com`;
const ORIGIN = `https://${HOST}`;
/** Addresses on Solana have 44 characters at most. */
const offered = { ...MERCHANT, networks: NETWORKS.mainnet, solanaPayTo: FEE_PAYER };
/** As long as the memo of a publication: a hash in base64url. */
const MEMO = "m".repeat(43);

const standing: ChallengeMoment = {
  origin: ORIGIN,
  serviceName: "n".repeat(32),
  merchant: offered,
  feePayer: FEE_PAYER,
  replay: "0".repeat(32),
  mppSecret: "a secret of at least thirty-two characters",
  signingKey: KEY,
  now: NOW,
};

/** Each combination of what production can offer, and of what a request can be asked for. */
function momentsOf(path: string): ChallengeMoment[] {
  const rails = [
    standing,
    { ...standing, token: TOKEN_SALE },
    { ...standing, mppSecret: undefined },
    { ...standing, mppSecret: undefined, token: TOKEN_SALE },
    { ...standing, feePayer: null },
    { ...standing, signingKey: null },
    { ...standing, merchant: { ...offered, networks: NETWORKS.testnet }, token: TOKEN_SALE },
  ];
  const asked = [
    {},
    { signIn: [] },
    { signIn: [holderResource(path)] },
    { signIn: [boundResource("publish", "0".repeat(64))], memo: MEMO },
  ];
  return rails.flatMap((rail) => asked.map((one) => ({ ...rail, ...one })));
}

const longestReason = (Object.keys(REASONS) as (keyof typeof REASONS)[]).reduce((a, b) =>
  a.length > b.length ? a : b,
);

const size = (value: unknown): number =>
  value === undefined ? 0 : new TextEncoder().encode(JSON.stringify(value)).byteLength;

async function parts(path: string, moment: ChallengeMoment) {
  const made = await makeChallenge(templateOf(path), moment, longestReason);
  const { headers, body } = challengeParts(templateOf(path), made, longestReason);
  const { "payment-required": payment = "", "www-authenticate": mpp, ...others } = headers;
  const state = { allowed: true, limit: 1_200, remaining: 1_199, resetAt: NOW.getTime() + 60_000 };
  const { "x-service-notice": _, ...common } = commonHeaders();
  return {
    body,
    required: JSON.parse(base64ToText(payment)) as PaymentRequired, // our own
    bytes: {
      server: AROUND.length + lines(apiSecurityHeaders(new Headers())),
      common: lines({
        "content-type": "application/json",
        ...common,
        ...others,
        ...limitHeaders(state, NOW.getTime()),
      }),
      notice: lines({ "x-service-notice": "n".repeat(MAX_NOTICE) }),
      mpp: mpp === undefined ? 0 : lines({ "www-authenticate": mpp }),
      payment: lines({ "payment-required": payment }),
    },
  };
}

describe.each(published.filter(isPaid).map(({ path }) => path))("the headers of %s's 402", (path) => {
  const all = Promise.all(momentsOf(path).map((moment) => parts(path, moment)));

  it("take 4,000 bytes at most, whatever is offered and whatever the settings are", async () => {
    for (const { bytes } of await all)
      expect(Object.values(bytes).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MAX_BLOCK);
  });

  it("keep each part within its share", async () => {
    expect(Object.values(SHARES).reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(MAX_BLOCK);
    for (const { bytes, required } of await all) {
      for (const [name, share] of Object.entries(SHARES)) {
        // Beside an offer in the own token and a sign-in MPP's offer is in the body alone, and leaves its share to them.
        const isShared = name === "payment" && bytes.mpp === 0;
        const most = isShared ? share + SHARES.mpp : share;
        expect(bytes[name as keyof typeof SHARES], name).toBeLessThanOrEqual(most);
      }
      const { accepts, resource, extensions } = required;
      expect(size(accepts.slice(0, 2))).toBeLessThanOrEqual(OFFERS.usdc);
      expect(size(accepts[2])).toBeLessThanOrEqual(OFFERS.token);
      expect(size(resource)).toBeLessThanOrEqual(RESOURCE);
      expect(size(extensions?.["sign-in-with-x"])).toBeLessThanOrEqual(SIGN_IN);
    }
  });

  it("say what the body says, which has all of it and more", async () => {
    for (const { required, body } of await all) {
      const { extensions, ...same } = JSON.parse(JSON.stringify(body.x402)) as PaymentRequired; // our own
      expect({ ...required, extensions: null }).toEqual({ ...same, extensions: null });
      expect(extensions).toMatchObject(required.extensions ?? {});
    }
  });

  it("let the official client's payment be of 8 KB of headers at most, as nginx takes them", async () => {
    const payload = { transaction: "A".repeat(1_644) };
    const scheme = {
      scheme: "exact",
      createPaymentPayload: () => Promise.resolve({ x402Version: 2, payload }),
    };
    for (const { required } of await all) {
      const client = new x402Client().setSpendControls(false);
      for (const { network } of required.accepts) client.register(network, scheme);
      for (const offer of required.accepts) {
        const payment = await client.createPaymentPayload({ ...required, accepts: [offer] });
        const header = textToBase64(JSON.stringify(payment));
        expect(lines({ "payment-signature": header })).toBeLessThanOrEqual(8_192 - 2_048);
      }
    }
  });
});
