import type { ServerResponse } from "node:http";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newEvmWallet } from "@/sandbox/accounts";
import { listen, type Listening } from "@/sandbox/host/listen";
import { readJson } from "@/sandbox/host/read-json";
import { type ScanWorld, startScanWorld } from "../support/scan-world";

/** A facilitator that finds every payment good and moves no money; what it was asked, in order. */
const asked: string[] = [];
const wallet = newEvmWallet();

async function facilitate(path: string, response: ServerResponse): Promise<void> {
  asked.push(path);
  const kinds = [{ x402Version: 2, scheme: "exact", network: "eip155:84532" }];
  const answers: Record<string, unknown> = {
    "/supported": { kinds, extensions: [], signers: {} },
    "/verify": { isValid: true, payer: wallet.address },
    "/settle": {
      success: true,
      payer: wallet.address,
      network: "eip155:84532",
      transaction: `0x${"ab".repeat(32)}`,
    },
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answers[path]));
}

const SPACING_SEC = 600;
let world: ScanWorld;
let facilitator: Listening;
type Route = "headers" | "readiness";
let routes: Readonly<Record<Route, (request: Request) => Promise<Response>>>;
beforeAll(async () => {
  facilitator = await listen(0, async (request, response) => {
    if (request.method === "POST") await readJson(request, 100_000);
    await facilitate(request.url ?? "", response);
  });
  world = await startScanWorld({
    SCAN_SPACING_MS: String(SPACING_SEC * 1000),
    FACILITATOR_PRIMARY_URL: facilitator.url,
    FACILITATOR_FALLBACK_URL: facilitator.url,
  });
  routes = {
    headers: (await import("@/app/api/svc-security-headers/route")).POST,
    readiness: (await import("@/app/api/svc-security-readiness/route")).POST,
  };
});
afterAll(() => Promise.all([world.close(), facilitator.close()]));
beforeEach(() => {
  asked.length = 0;
  world.sites.asked.length = 0;
});

const request = (host: string) => ({ target: `https://${host}`, allowlist: [host], authorized: true });
const client = new x402Client().register(
  "eip155:84532",
  new ExactEvmScheme(privateKeyToAccount(wallet.privateKey)),
);

async function send(body: unknown, payment: string | null, route: Route = "headers") {
  const response = await routes[route](
    new Request(`${world.service.url}/api/svc-security-${route}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": "198.51.100.7",
        ...(payment !== null && { "payment-signature": payment }),
      },
    }),
  );
  const text = await response.text();
  return { status: response.status, text, answer: JSON.parse(text), headers: response.headers };
}

async function newPayment(route: Route = "headers"): Promise<string> {
  const challenge: { x402: PaymentRequired } = (await send({}, null, route)).answer;
  return encodePaymentSignatureHeader(await client.createPaymentPayload(challenge.x402));
}

const settled = (): number => asked.filter((path) => path === "/settle").length;

describe("an audit that is paid", () => {
  it.each([
    [
      "leads into a private network",
      "private-name-fixture.com",
      403,
      "platform_scope_forbidden",
      "single-page-app-fixture.com",
    ],
    ["leads nowhere", "unknown-name-fixture.com", 503, "target_unreachable", "soft-404-page-fixture.com"],
    [
      "breaks the connection",
      "resetting-fixture.com",
      503,
      "target_unreachable",
      "soft-404-json-fixture.com",
    ],
    [
      "is behind a test for browsers",
      "challenged-fixture.com",
      503,
      "target_unreachable",
      "quoting-docs-fixture.com",
    ],
    [
      "refuses this scanner",
      "opted-out-fixture.com",
      403,
      "platform_scope_forbidden",
      "forbidden-everywhere-fixture.com",
    ],
  ])(
    "costs nothing where the site %s, and its payment buys another",
    async (_, host, status, code, other) => {
      const payment = await newPayment();
      const refused = await send(request(host), payment);
      expect(refused).toMatchObject({ status, answer: { code } });
      expect(refused.headers.has("payment-response")).toBe(false);
      expect(settled()).toBe(0);
      expect((await send(request(other), payment)).status).toBe(200);
      expect(settled()).toBe(1);
    },
  );

  it("is settled once, kept with its attestation, and read again with the same payment", async () => {
    const { redis } = world.store;
    const attestations = (): Promise<string[]> => redis.keys("svc:scan-attestation:*");
    const earlier = await attestations();
    const payment = await newPayment();
    const bought = await send(request("hardened-fixture.com"), payment);
    expect(bought, bought.text).toMatchObject({
      status: 200,
      answer: { summary: { grade: "A+" }, cached: null },
    });
    expect(settled()).toBe(1);
    const sent = world.sites.asked.length;

    const again = await send(request("hardened-fixture.com"), payment);
    expect([again.status, again.text]).toEqual([200, bought.text]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect([settled(), world.sites.asked.length]).toEqual([1, sent]);

    const kept = (await attestations()).filter((key) => !earlier.includes(key));
    expect(kept).toHaveLength(1);
    const [attestation = ""] = kept;
    expect(await redis.ttl(attestation)).toBeGreaterThan(179 * 86_400);
    const record = (await redis.get<string>(attestation)) ?? "";
    expect(JSON.parse(record)).toMatchObject({ host: "hardened-fixture.com" });
    expect(record).not.toContain("198.51.100.7");

    const own = await send(request("hardened-fixture.com"), await newPayment());
    expect(own.answer).toMatchObject({ summary: { grade: "A+" }, cached: { ageSec: expect.any(Number) } });
    expect([settled(), world.sites.asked.length]).toEqual([2, sent]);
  });

  it("leaves room for the payer's other audits of the site: they are asked for a payment, and sold once", async () => {
    const body = request("leaking-crlf-fixture.com");
    expect((await send(body, await newPayment())).status).toBe(200);
    expect((await send(body, null)).status).toBe(429);
    expect((await send(body, null, "readiness")).status).toBe(402);
    const sold = await send(body, await newPayment("readiness"), "readiness");
    expect(sold).toMatchObject({ status: 200, answer: { kind: "security-readiness", cached: null } });
    expect((await send(body, null, "readiness")).status).toBe(429);
    const again = await send(body, await newPayment("readiness"), "readiness");
    expect(again.answer).toMatchObject({ cached: { ageSec: expect.any(Number) } });
  });

  it("costs nothing where somebody else's scan has just begun", async () => {
    const { siteLimits } = await import("@/lib/security/scan-tools");
    const start = { domain: "plain-fixture.com", names: "plain-fixture.com", visit: null, caller: {} };
    await siteLimits().reserve(start, "another");
    await siteLimits().begin(start, "another", "payment");
    const refused = await send(request("plain-fixture.com"), await newPayment());
    expect(refused).toMatchObject({ status: 429, answer: { code: "rate_limited" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(SPACING_SEC / 2);
    expect([settled(), world.sites.asked.length]).toEqual([0, 0]);
  });
});
