import type { ServerResponse } from "node:http";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newEvmWallet } from "@/sandbox/accounts";
import { listen, type Listening } from "@/sandbox/host/listen";
import { readJson } from "@/sandbox/host/read-json";
import { type ScanWorld, startScanWorld } from "../support/scan-world";

/** When the facilitator settles; for `never` it is gone once it has verified, for `late` it waits for the test. */
let settles: "at once" | "never" | "late" = "at once";
const waiting: (() => void)[] = [];
let settled = 0;
let facilitator: Listening;

const payerOf = (body: unknown): string =>
  (body as { paymentPayload: { payload: { authorization: { from: string } } } }).paymentPayload.payload
    .authorization.from;

function facilitate(path: string, payer: string, response: ServerResponse): void {
  const answer = (body: unknown): void =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (path === "/supported")
    return answer({
      kinds: [{ x402Version: 2, scheme: "exact", network: "eip155:84532" }],
      extensions: [],
      signers: {},
    });
  if (path === "/verify") {
    response.on("finish", () => settles === "never" && void facilitator.close());
    return answer({ isValid: true, payer });
  }
  const settle = (): void => {
    settled += 1;
    answer({ success: true, payer, network: "eip155:84532", transaction: `0x${"ab".repeat(32)}` });
  };
  if (settles === "late") waiting.push(settle);
  else settle();
}

const open = (port: number): Promise<Listening> =>
  listen(port, async (request, response) => {
    const body = request.method === "POST" ? await readJson(request, 100_000) : null;
    facilitate(request.url ?? "", body === null ? "" : payerOf(body), response);
  });

const SPACING_SEC = 600;
type Route = "headers" | "scan";
let world: ScanWorld;
let routes: Readonly<Record<Route, (request: Request) => Promise<Response>>>;
beforeAll(async () => {
  facilitator = await open(0);
  world = await startScanWorld({
    SCAN_SPACING_MS: String(SPACING_SEC * 1000),
    FACILITATOR_PRIMARY_URL: facilitator.url,
    FACILITATOR_FALLBACK_URL: facilitator.url,
  });
  routes = {
    headers: (await import("@/app/api/svc-security-headers/route")).POST,
    scan: (await import("@/app/api/svc-security-scan/route")).POST,
  };
});
afterAll(() => Promise.all([world.close(), facilitator.close()]));
beforeEach(() => {
  settles = "at once";
  settled = 0;
});

interface Caller {
  wallet: ReturnType<typeof newEvmWallet>;
  address: string;
}
let callers = 0;
/** With a wallet and an address of its own. */
const stranger = (): Caller => ({ wallet: newEvmWallet(), address: `198.51.100.${(callers += 1)}` });

const request = (host: string) => ({ target: `https://${host}`, allowlist: [host], authorized: true });

async function send(route: Route, body: unknown, caller: Caller, payment: string | null) {
  const response = await routes[route](
    new Request(`${world.service.url}/api/svc-security-${route}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": caller.address,
        ...(payment !== null && { "payment-signature": payment }),
      },
    }),
  );
  const text = await response.text();
  return { status: response.status, text, answer: JSON.parse(text), headers: response.headers };
}

async function newPayment(route: Route, { wallet, ...caller }: Caller): Promise<string> {
  const challenge: { x402: PaymentRequired } = (await send(route, {}, { wallet, ...caller }, null)).answer;
  const client = new x402Client().register(
    "eip155:84532",
    new ExactEvmScheme(privateKeyToAccount(wallet.privateKey)),
  );
  return encodePaymentSignatureHeader(await client.createPaymentPayload(challenge.x402));
}

const buy = async (route: Route, body: unknown, caller: Caller) =>
  send(route, body, caller, await newPayment(route, caller));

/** A scan that ran, and whose payment moved nothing. Gives its payment. */
async function scanUnpaid(route: Route, body: unknown, caller = stranger()): Promise<string> {
  const payment = await newPayment(route, caller);
  settles = "never";
  const { port } = facilitator;
  const came = await send(route, body, caller, payment);
  expect(came, came.text).toMatchObject({ status: 503, answer: { code: "payments_unavailable" } });
  expect(came.text).not.toContain("summary");
  settles = "at once";
  facilitator = await open(port);
  return payment;
}

const sent = (): number => world.sites.asked.length;

describe("the report of a scan whose payment moved nothing", () => {
  it("is sold with its age to whoever pays next, without a further request to the site", async () => {
    const body = request("hardened-fixture.com");
    await scanUnpaid("headers", body);
    const before = sent();
    const buyer = stranger();
    const asked = await send("headers", body, buyer, null);
    expect(asked.status).toBe(402);
    expect(asked.answer.error).toMatch(/can't be scanned again yet: what is sold is the report of 20/);
    const bought = await buy("headers", body, buyer);
    expect(bought, bought.text).toMatchObject({
      status: 200,
      answer: { summary: { grade: "A+" }, cached: { ageSec: expect.any(Number) } },
    });
    expect([settled, sent()]).toEqual([1, before]);
    // It is the buyer's own from now on, and the sale is attested as any other.
    const again = await buy("headers", body, buyer);
    expect(again.answer).toMatchObject({ cached: { ageSec: expect.any(Number) } });
    expect(await world.store.redis.keys("svc:scan-report:*hardened-fixture.com")).toHaveLength(1);
    expect(sent()).toBe(before);
  });

  it("is what the same payment buys, once it can move", async () => {
    const [caller, body] = [stranger(), request("plain-fixture.com")];
    const payment = await scanUnpaid("scan", body, caller);
    const before = sent();
    const bought = await send("scan", body, caller, payment);
    expect(bought, bought.text).toMatchObject({
      status: 200,
      answer: { cached: { ageSec: expect.any(Number) } },
    });
    expect([settled, sent()]).toEqual([1, before]);
    // Now it is paid for, and nobody else's.
    expect((await send("scan", body, stranger(), null)).status).toBe(429);
    expect((await buy("scan", body, stranger())).status).toBe(429);
  });

  it("is no other route's: that scans the site in the unpaid visit's place, for one buyer and once", async () => {
    const body = request("leaking-fixture.com");
    await scanUnpaid("scan", body);
    const bought = await buy("headers", body, stranger());
    expect(bought, bought.text).toMatchObject({ status: 200, answer: { cached: null } });
    expect(settled).toBe(1);
    expect((await buy("headers", body, stranger())).status).toBe(429);
    expect(settled).toBe(1);
  });

  it("names a site behind the named one to nobody whose allowlist leaves that out", async () => {
    const host = "apex-fixture.com";
    await scanUnpaid("headers", { ...request(host), allowlist: [host, `*.${host}`] });
    const refused = await buy("headers", request(host), stranger());
    expect(refused).toMatchObject({ status: 400, answer: { redirectsTo: `https://www.${host}` } });
    expect(settled).toBe(0);
  });

  it("carries no remark on what the first caller wrote", async () => {
    const host = "single-page-app-fixture.com";
    await scanUnpaid("headers", { ...request(host), target: `https://${host}/a/private/path?of=mine` });
    const bought = await buy("headers", request(host), stranger());
    expect(bought.status).toBe(200);
    expect(bought.text).not.toMatch(/left out|private/);
  });

  it("is gone when the site may be scanned again", async () => {
    const host = "soft-404-page-fixture.com";
    await scanUnpaid("headers", request(host));
    const [kept = ""] = await world.store.redis.keys(`svc:scan-sealed:*${host}`);
    expect(await world.store.redis.ttl(kept)).toBeGreaterThan(SPACING_SEC - 60);
    expect(await world.store.redis.ttl(kept)).toBeLessThanOrEqual(SPACING_SEC);
    await world.store.redis.del(kept);
    expect((await send("headers", request(host), stranger(), null)).status).toBe(429);
  });
});

describe("a report that may have been paid for", () => {
  it("is sold to nobody else", async () => {
    const body = request("soft-404-json-fixture.com");
    expect((await buy("headers", body, stranger())).status).toBe(200);
    const other = stranger();
    expect((await send("headers", body, other, null)).status).toBe(429);
    expect((await buy("headers", body, other)).status).toBe(429);
    expect(settled).toBe(1);
  });

  it("is sold to nobody while its payment may move", async () => {
    const body = request("quoting-docs-fixture.com");
    const other = stranger();
    const later = await newPayment("headers", other);
    settles = "late";
    const first = buy("headers", body, stranger());
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    expect((await send("headers", body, other, later)).status).toBe(429);
    for (const go of waiting) go();
    expect((await first).status).toBe(200);
    expect(settled).toBe(1);
  });
});

it("that can't be sealed is sold to its own buyer all the same", async () => {
  const real = globalThis.fetch;
  let failed = 0;
  const broken = vi.spyOn(globalThis, "fetch").mockImplementation(async (to, init) => {
    if (!String(init?.body).includes("scan-sealed")) return real(to, init);
    failed += 1;
    throw new Error("the cache is gone");
  });
  try {
    expect((await buy("headers", request("leaking-crlf-fixture.com"), stranger())).status).toBe(200);
    expect(failed).toBeGreaterThan(0);
  } finally {
    broken.mockRestore();
  }
});
