import { once } from "node:events";
import http from "node:http";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/sandbox/ports";
import { catalog } from "@/lib/catalog";
import { isPaid, priceOf, type RouteEntry } from "@/lib/catalog/define";
import { base64ToText } from "@/lib/http/base64";
import {
  asHeader,
  earlyInWindow,
  newAddress,
  newPayer,
  payFor,
  post,
  refusal,
  startInstance,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const TVL = "/api/svc-intel-tvl";
const LIMIT_HEADERS = ["x-ratelimit-limit", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

/** Free paths whose calls all pass doors of their own. */
const OWN_DOORS: ReadonlySet<string> = new Set(["/api/agent-identity", "/api/agent-identity-card"]);

const request = (
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(origin + path, { ...init, headers: { "x-forwarded-for": newAddress(), ...init.headers } });

const routes: readonly RouteEntry[] = catalog;

const WRONG = ["not json", { unknown: 1 }];

describe.each(catalog.filter(isPaid).map((entry) => [entry.path, entry] as const))(
  "unpaid, %s",
  (path, entry) => {
    it("answers 402 with one challenge in header and body, whatever the body is unless it is judged first", async () => {
      for (const body of [undefined, {}, ...(entry.gate === "guarded" ? [] : WRONG)]) {
        const response = await post({ origin, path, body });
        expect(response.status).toBe(402);
        const refused = await refusal(response);
        expect(refused).toMatchObject({
          code: "payment_required",
          reason: "no_payment",
          priceUsdc: priceOf(entry) / 1e6,
          resource: entry.label,
        });
        const header: unknown = JSON.parse(base64ToText(response.headers.get("payment-required") ?? ""));
        const { accepts, resource, error } = refused.x402 ?? {};
        expect(header).toMatchObject({ accepts, resource, error });
        expect(refused.x402).toMatchObject(header as object);
        expect(refused.x402?.accepts.map((offer) => [offer.network, offer.payTo])).toEqual([
          [`eip155:${sandbox.evm.chainId}`, sandbox.evm.payTo],
          [sandbox.solana.network, sandbox.solana.payTo],
        ]);
      }
    });

    it("says what is wrong with a header that every call may have, before it asks for a payment", async () => {
      for (const headers of [{ "x-agent-id": "someone" }, { "idempotency-key": "k".repeat(129) }]) {
        const response = await post({ origin, path, body: {}, headers });
        expect([response.status, await refusal(response)]).toMatchObject([400, { code: "invalid_request" }]);
        expect(response.headers.has("payment-required")).toBe(false);
      }
    });

    it("makes a fresh replay token and MPP challenge each time", async () => {
      const refused = await Promise.all([post({ origin, path }), post({ origin, path })]);
      const tokens = await Promise.all(
        refused.map(async (response) => (await refusal(response)).x402?.accepts[0]?.extra.replay),
      );
      expect(tokens[0]).toMatch(/^[0-9a-f]{32}$/);
      expect(tokens[0]).not.toBe(tokens[1]);
      expect(refused[0].headers.get("www-authenticate")).toMatch(
        /^Payment id="[^"]+", realm="127\.0\.0\.1:\d+", method="solana", intent="charge"/,
      );
      expect(refused[0].headers.get("www-authenticate")).not.toBe(refused[1].headers.get("www-authenticate"));
    });

    it("is never cached, may be read by any origin, and says that this is a sandbox", async () => {
      const response = await post({ origin, path });
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-expose-headers")).toContain("PAYMENT-REQUIRED");
      expect(response.headers.get("x-service-notice")).toContain("Sandbox");
    });
  },
);

it.each(catalog.filter(({ gate }) => gate === "guarded").map(({ path }) => path))(
  "unpaid, %s judges a body before it asks for a payment",
  async (path) => {
    for (const body of WRONG) expect((await post({ origin, path, body })).status).toBe(400);
  },
);

describe("the front door", () => {
  it.each(["GET", "PUT", "DELETE", "PATCH", "HEAD"])(
    "refuses %s on a POST route and names what it takes",
    async (method) => {
      const response = await request(TVL, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST, OPTIONS");
      if (method !== "HEAD") expect(await refusal(response)).toMatchObject({ code: "method_not_allowed" });
    },
  );

  it("answers what does not exist with the error body and the limit headers", async () => {
    const response = await request("/api/nothing-here");
    expect(response.status).toBe(404);
    expect(await refusal(response)).toMatchObject({ code: "not_found" });
    for (const header of LIMIT_HEADERS) expect(response.headers.has(header)).toBe(true);
  });

  it.each([
    ...["/api/nothing", "/API/nothing", "/Api/market", "/aPi", "/API/SVC-INTEL-TVL", "/%41PI/nothing"],
    ...["/api/%zz", "/api/market/", "/api/market.txt", "/api/mcp/nothing", "/api/_next/data/x.json"],
  ])("answers GET, POST and DELETE of %s with the error body, and no page", async (path) => {
    for (const method of ["GET", "POST", "DELETE", "PROPFIND"]) {
      const response = await request(path, { method });
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json"]);
      expect(await refusal(response)).toMatchObject({ code: "not_found" });
      for (const header of LIMIT_HEADERS) expect(response.headers.has(header), header).toBe(true);
    }
  });

  it.each(routes.map((entry) => [entry.method, entry.path, entry] as const))(
    "answers %s %s by no other method, and says which it takes",
    async (_method, path, { audience }) => {
      const methods: string[] = routes.filter((entry) => entry.path === path).map(({ method }) => method);
      // What Next has no name for it refuses by itself where it asks the route's file alone.
      const unknown = sandbox.host !== "node" && OWN_DOORS.has(path) ? [] : ["QUERY"];
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", ...unknown].filter(
        (one) => !methods.includes(one),
      )) {
        const response = await request(path, { method });
        const hidden = audience !== "public";
        expect(response.status).toBe(hidden ? 404 : 405);
        expect(await refusal(response)).toMatchObject({ code: hidden ? "not_found" : "method_not_allowed" });
        if (!hidden) for (const taken of methods) expect(response.headers.get("allow")).toContain(taken);
      }
    },
  );

  const readable = routes.filter(({ method, audience }) => method === "GET" && audience === "public");
  it.each(readable.map(({ path }) => path))("answers HEAD of %s as GET, without a body", async (path) => {
    const [got, asked] = await Promise.all([request(path), request(path, { method: "HEAD" })]);
    expect([asked.status, await asked.text()]).toEqual([got.status, ""]);
    for (const name of ["content-type", "cache-control", "access-control-allow-origin", "x-ratelimit-limit"])
      expect(asked.headers.get(name), name).toBe(got.headers.get(name));
  });

  it("sells nothing by HEAD", async () => {
    const response = await request(TVL, { method: "HEAD" });
    expect([response.status, response.headers.get("payment-required")]).toEqual([405, null]);
  });

  it("refuses a body over the limit before anything reads it", async () => {
    const response = await post({ origin, path: TVL, body: "x".repeat(16 * 1024 + 1) });
    expect(response.status).toBe(413);
    expect(await refusal(response)).toMatchObject({ code: "payload_too_large" });
  });

  it("answers a path with a slash too many by itself, limit headers and all", async () => {
    const response = await request(`${TVL}/`, { method: "POST" });
    expect(response.status).toBe(404);
    for (const header of LIMIT_HEADERS) expect(response.headers.has(header)).toBe(true);
  });

  it("says when to come back, and means it", async () => {
    await earlyInWindow();
    const address = newAddress();
    await Promise.all(Array.from({ length: 120 }, () => post({ origin, path: TVL, address })));
    const refused = await post({ origin, path: TVL, address });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(refused.headers.get("ratelimit-reset")).toBe(refused.headers.get("retry-after"));
  });

  it("answers a browser's preflight", async () => {
    const response = await request(TVL, {
      method: "OPTIONS",
      headers: { origin: "https://example.com", "access-control-request-method": "POST" },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    // The last one is a response's header: x402's fetch client sends it with its payment all the same.
    for (const name of ["PAYMENT-SIGNATURE", "Access-Control-Expose-Headers"])
      expect(response.headers.get("access-control-allow-headers")).toContain(name);
  });

  it("answers a version 1 payment with the version 2 challenge and the header to use", async () => {
    const response = await post({ origin, path: TVL, headers: { "x-payment": "eyJ4NDAyVmVyc2lvbiI6MX0=" } });
    expect(response.status).toBe(402);
    const body = await refusal(response);
    expect(body.reason).toBe("unsupported_payment");
    expect(body.error).toContain("PAYMENT-SIGNATURE");
    expect(body.x402?.x402Version).toBe(2);
  });

  it("refuses two payments in one request", async () => {
    const response = await post({
      origin,
      path: TVL,
      payment: "e30=",
      headers: { authorization: "Payment e30" },
    });
    expect(response.status).toBe(400);
    // As HTTP joins a header that stands there twice: whoever has paid once must not be asked to pay again.
    const twice = await post({ origin, path: TVL, payment: "e30=, e31=" });
    expect(twice.status).toBe(400);
    expect(await refusal(twice)).toMatchObject({ code: "invalid_request" });
  });

  it("counts 120 requests a minute and address, then answers 429 with when to come back; others are not touched", async () => {
    await earlyInWindow();
    const address = newAddress();
    const seen: number[] = [];
    for (let sent = 0; sent < 125; sent += 25) {
      const batch = await Promise.all(Array.from({ length: 25 }, () => post({ origin, path: TVL, address })));
      seen.push(...batch.map((response) => response.status));
    }
    expect(seen.filter((status) => status === 402)).toHaveLength(120);
    expect(seen.filter((status) => status === 429)).toHaveLength(5);
    const refused = await post({ origin, path: TVL, address });
    expect(await refusal(refused)).toMatchObject({ code: "rate_limited" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    for (const header of LIMIT_HEADERS) expect(refused.headers.has(header)).toBe(true);
    expect((await post({ origin, path: TVL })).status).toBe(402);
  });

  it("counts by the address that the trusted proxy wrote, not by one that the client put before it", async () => {
    await earlyInWindow();
    const address = newAddress();
    const forged = await Promise.all(
      Array.from({ length: 122 }, (_, index) =>
        post({ origin, path: TVL, address: `1.2.3.${index}, ${address}` }),
      ),
    );
    expect(forged.filter((response) => response.status === 429)).toHaveLength(2);
  });
});

describe("a call with a payment", () => {
  const FORGED = { "payment-signature": "e30=", "content-type": "application/json" };

  it.each(catalog.filter(isPaid).map(({ path }) => path))("is counted once at %s", async (path) => {
    await earlyInWindow();
    const address = newAddress();
    const remaining: number[] = [];
    let limit = 0;
    for (let call = 0; call < 3; call++) {
      const response = await post({ origin, path, address, body: {}, headers: FORGED });
      expect([400, 402]).toContain(response.status);
      remaining.push(Number(response.headers.get("ratelimit-remaining")));
      limit = Number(response.headers.get("ratelimit-limit"));
    }
    expect(remaining).toEqual([limit - 1, limit - 2, limit - 3]);
    expect(limit).toBeGreaterThan(3);
  });

  it.each(["GET", "PUT", "DELETE", "PATCH"])("is refused by %s as one without", async (method) => {
    const response = await request(TVL, { method, headers: { "payment-signature": "e30=" } });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect(await refusal(response)).toMatchObject({ code: "method_not_allowed" });
    expect(response.headers.has("x-ratelimit-limit")).toBe(true);
  });

  it("has no room beyond the address's limit, but for what another instance may not know of yet", async () => {
    await earlyInWindow();
    const address = newAddress();
    await Promise.all(Array.from({ length: 120 }, () => post({ origin, path: TVL, address })));
    let through = 0;
    for (; through <= 10; through++) {
      const response = await post({ origin, path: TVL, address, body: {}, headers: FORGED });
      if (response.status === 429) break;
      expect(response.status).toBe(402);
    }
    expect(through).toBeLessThanOrEqual(10);
  });

  it("is told of a body that is too long", async () => {
    const long = await post({ origin, path: TVL, body: "x".repeat(16 * 1024 + 1), headers: FORGED });
    expect([long.status, await refusal(long)]).toMatchObject([413, { code: "payload_too_large" }]);
  });

  it("is led from a path with a slash too many to the path, or refused", async () => {
    for (const path of [`${TVL}/`, "/api/nothing/"]) {
      const asked = http.request(origin + path, { method: "POST", headers: FORGED });
      asked.end("{}");
      const [slashed] = (await once(asked, "response")) as [http.IncomingMessage]; // as Node documents it
      slashed.resume();
      const { statusCode, headers } = slashed;
      if (sandbox.host === "node") expect(statusCode).toBe(404);
      else expect([statusCode, headers.location]).toEqual([308, path.slice(0, -1)]);
    }
  });
});

/** An address where nothing listens, and one where somebody listens and never answers. */
const STORES: [name: string, url: () => Promise<{ url: string; close(): void }>][] = [
  ["down", async () => ({ url: `http://127.0.0.1:${await freePort()}`, close: () => undefined })],
  [
    "hanging",
    async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
    },
  ],
];

describe.each(STORES)("with Redis %s", (name, store) => {
  let instance: Awaited<ReturnType<typeof startInstance>>;
  let place: Awaited<ReturnType<typeof store>>;
  beforeAll(async () => {
    place = await store();
    instance = await startInstance(sandbox, `redis-${name}`, {
      UPSTASH_REDIS_REST_URL: place.url,
      RATE_LIMIT_PER_MINUTE: "5",
      STORE_TIMEOUT_MS: "300",
    });
  });
  afterAll(async () => {
    await instance.stop();
    place.close();
  });

  it("still answers with the price, and keeps the limit by itself", async () => {
    await earlyInWindow();
    const address = newAddress();
    const statuses: number[] = [];
    for (let sent = 0; sent < 7; sent += 1)
      statuses.push((await post({ origin: instance.origin, path: TVL, address })).status);
    expect(statuses).toEqual([402, 402, 402, 402, 402, 429, 429]);
  });

  it("takes no payment: 503 before any money moves", async () => {
    const payer = await newPayer(sandbox, "base");
    const payment = await payFor(instance.origin, TVL, payer);
    const before = await payer.balance();
    const response = await post({ origin: instance.origin, path: TVL, payment: asHeader(payment) });
    expect(response.status).toBe(503);
    expect(await refusal(response)).toMatchObject({ code: "store_unavailable" });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await payer.balance()).toBe(before);
  });
});
