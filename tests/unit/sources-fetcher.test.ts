import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jsonAnswer } from "@/lib/sources/fetcher/answer";
import type { Reading } from "@/lib/sources/source";
import { pause, type ProviderServer, sendJson, startProviders } from "../fixtures/provider-server";
import { at, noStore, numberSource, reader, TIME_LIMIT_MS } from "../fixtures/test-source";

const NOW = new Date("2026-10-07T14:00:00Z");

/** A time limit that is waited out, and yet long enough to ask in. */
const SHORT_MS = 1_000;

let providers: ProviderServer;
beforeEach(async () => {
  providers = await startProviders((_url, response) => sendJson(response, { n: 1 }));
});
afterEach(() => providers.close());

const readOnce = async (
  over: Parameters<typeof numberSource>[1] = {},
  timeoutMs = TIME_LIMIT_MS,
): Promise<Reading<number>> => {
  const read = reader({ origin: providers.origin, store: noStore, timeoutMs });
  return (await read({ one: numberSource("one", over) }, at(NOW))).one;
};

describe("reading a source", () => {
  it("asks <origin>/<host>/<path>?<query> with the source's headers, and gives the value with its times", async () => {
    let agent: string | undefined;
    providers.answer((_url, response, request) => {
      agent = request.headers["user-agent"];
      sendJson(response, { n: 7, at: "2026-10-07T13:59:00.000Z" });
    });
    const reading = await readOnce({
      address: () => ({ host: "data.example.com", path: "/a%20b", query: { q: "x y&z" } }),
      headers: { "user-agent": "Somebody/1" },
    });
    expect(providers.asked).toEqual(["https://data.example.com/a%20b?q=x+y%26z"]);
    expect(agent).toBe("Somebody/1");
    expect(reading).toMatchObject({
      id: "one",
      provider: "Provider of one",
      status: "ok",
      value: 7,
      asOf: "2026-10-07T13:59:00.000Z",
    });
    expect(reading.ageSec).toBeGreaterThanOrEqual(60);
    expect(reading.ageSec).toBeLessThan(63);
  });

  it("posts a source's body as JSON, with the headers of the request, and follows no redirect with it", async () => {
    const seen: unknown[] = [];
    providers.answer(async (_url, response, request) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
      seen.push([request.method, request.headers["content-type"], request.headers["x-key"]]);
      seen.push(Buffer.concat(chunks).toString());
      sendJson(response, { n: 3 });
    });
    const address = () => ({
      host: "data.example.com",
      path: "/rpc",
      body: '{"a":1}',
      headers: { "x-key": "k" },
    });
    expect((await readOnce({ address })).value).toBe(3);
    expect(seen).toEqual([["POST", "application/json", "k"], '{"a":1}']);
    providers.answer((_url, response) => void response.writeHead(307, { location: "/rpc2" }).end());
    expect(await readOnce({ address })).toMatchObject({ status: "http_error", value: null });
  });

  it("takes a status by which the provider knows nothing for an answer, that no breaker counts", async () => {
    providers.answer((_url, response) => void response.writeHead(400).end('{"error":"unable"}'));
    const read = reader({ origin: providers.origin, store: noStore });
    const of = (key: number) => numberSource(`token.${key}`, { absent: { statuses: [400, 404], value: -1 } });
    for (let key = 0; key < 5; key += 1)
      expect((await read({ one: of(key) }, at(NOW))).one).toMatchObject({ status: "ok", value: -1 });
    expect((await read({ one: of(0) }, at(NOW))).one.value).toBe(-1);
    expect(providers.asked).toHaveLength(5);
  });

  it("dates data that has no time of its own by when it was read", async () => {
    const reading = await readOnce();
    expect(reading.asOf).toBe(reading.fetchedAt);
    expect(Math.abs(Date.parse(reading.fetchedAt ?? "") - NOW.getTime())).toBeLessThan(3_000);
    expect(reading.ageSec).toBe(0);
  });

  it("refuses data dated ahead of the clock by more than minutes, saying so", async () => {
    providers.answer((_url, response) => sendJson(response, { n: 1, at: "2026-10-07T15:00:00.000Z" }));
    const reading = await readOnce();
    expect(reading).toMatchObject({ status: "schema", value: null, asOf: null, ageSec: null });
    expect(reading.detail).toMatch(/ahead of the clock/);
    providers.answer((_url, response) => sendJson(response, { n: 1, at: "2026-10-07T14:04:00.000Z" }));
    expect(await readOnce()).toMatchObject({ status: "ok", ageSec: 0 });
  });

  it("refuses data dated by a number that no calendar has, as one source's failure and not the whole call's", async () => {
    const answer = jsonAnswer(() => ({ value: 1, asOf: new Date(1e15 * 1_000) }));
    const reading = await readOnce({ answer });
    expect(reading).toMatchObject({ status: "schema", value: null, asOf: null });
  });
});

describe("failures", () => {
  const cases: [string, typeof providers.answer extends (a: infer A) => void ? A : never, string, number][] =
    [
      ["451 is a region block", (_u, r) => void r.writeHead(451).end(), "geo_blocked", 1],
      [
        "403 whose page speaks of the country is a region block",
        (_u, r) => void r.writeHead(403).end("configured to block access from your country."),
        "geo_blocked",
        1,
      ],
      ["any other 403 is a refusal", (_u, r) => void r.writeHead(403).end("bad key"), "http_error", 1],
      [
        "403 of an exchange that names a restricted location is a region block",
        (_u, r) => void r.writeHead(403).end('{"msg":"Service unavailable from a restricted location."}'),
        "geo_blocked",
        1,
      ],
      [
        "403 of a firewall that speaks of blocks and of a page's location is none",
        (_u, r) =>
          void r
            .writeHead(403)
            .end(
              "<h1>Sorry, you have been blocked</h1><script>window.location.reload()</script> region: fra1",
            ),
        "http_error",
        1,
      ],
      ["404 is a refusal, not retried", (_u, r) => void r.writeHead(404).end(), "http_error", 1],
      ["429 is a rate limit, not retried", (_u, r) => void r.writeHead(429).end(), "rate_limited", 1],
      ["500 is retried once", (_u, r) => void r.writeHead(500).end("oh"), "http_error", 2],
      [
        "503 that says when to come back is not asked again before",
        (_u, r) => void r.writeHead(503, { "retry-after": "9" }).end(),
        "http_error",
        1,
      ],
      ["a reset connection is retried once", (_u, r) => void r.destroy(), "network", 2],
      ["silence is retried once", () => undefined, "timeout", 2],
      [
        "an answer that never ends is a time-out",
        async (_u, r) => {
          r.writeHead(200);
          for (; !r.destroyed; await pause(50)) r.write(" ");
        },
        "timeout",
        2,
      ],
      [
        "a connection that breaks in the body is the network",
        async (_u, r) => {
          r.writeHead(200, { "content-length": "100" });
          r.write('{"n":');
          await pause(20);
          r.destroy();
        },
        "network",
        2,
      ],
      [
        "a page for people with status 200 is not the answer",
        (_u, r) => void r.end("<html></html>"),
        "schema",
        1,
      ],
      [
        "another shape is not the answer",
        (_u, r) => sendJson(r, { status: "ERROR", code: "99099990" }),
        "schema",
        1,
      ],
      ["an empty body is not the answer", (_u, r) => void r.end(), "schema", 1],
      ["more bytes than allowed are refused", (_u, r) => void r.end("x".repeat(10_001)), "too_large", 1],
      [
        "the limit counts what the body decompresses to",
        (_u, r) => void r.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(5_000_000))),
        "too_large",
        1,
      ],
    ];

  it.each(cases)("%s", async (_name, answering, status, requests) => {
    providers.answer(answering);
    const reading = await readOnce({}, status === "timeout" ? SHORT_MS : TIME_LIMIT_MS);
    expect(reading).toMatchObject({ status, value: null, asOf: null, ageSec: null, fetchedAt: null });
    expect(reading.detail).not.toBeNull();
    expect(providers.asked).toHaveLength(requests);
  });

  it("stops reading an endless body at the limit", async () => {
    let sent = 0;
    providers.answer(async (_url, response) => {
      response.writeHead(200);
      for (; !response.destroyed && sent < 50_000_000; sent += 65_536) {
        if (!response.write("x".repeat(65_536))) await pause(1);
      }
    });
    expect((await readOnce()).status).toBe("too_large");
    await pause(50);
    expect(sent).toBeLessThan(20_000_000);
  });

  it("takes the second attempt's answer after an outage", async () => {
    providers.answer((_url, response) =>
      providers.asked.length === 1 ? void response.writeHead(502).end() : sendJson(response, { n: 2 }),
    );
    expect(await readOnce()).toMatchObject({ status: "ok", value: 2 });
  });

  it("does not wait longer than the call lives, and lets the answer serve the next call", async () => {
    providers.answer(async (_url, response) => {
      await pause(200);
      sendJson(response, { n: 3 });
    });
    const read = reader({ origin: providers.origin, store: noStore });
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 50);
    const left = await read({ one: numberSource("one") }, at(NOW, { signal: leaving.signal }));
    expect(left.one.status).toBe("timeout");
    await pause(250);
    expect((await read({ one: numberSource("one") }, at(NOW))).one).toMatchObject({ status: "ok", value: 3 });
    expect(providers.asked).toHaveLength(1);
  });

  it("gives those of a sole provider the time limit once: there is nobody to turn to", async () => {
    providers.answer(() => undefined);
    const started = performance.now();
    const read = reader({ origin: providers.origin, store: noStore, timeoutMs: SHORT_MS });
    const context = at(NOW, { patience: 1 });
    const { first } = await read({ first: numberSource("first") }, context);
    const { then } = await read({ then: numberSource("then") }, { ...context, stale: "wait" });
    expect([first.status, then.status]).toEqual(["timeout", "timeout"]);
    expect(performance.now() - started).toBeLessThan(1.75 * SHORT_MS); // a second attempt would end after two
  });

  it("gives all sources of a call together at most twice the time limit", async () => {
    providers.answer(() => undefined);
    const started = performance.now();
    const read = reader({ origin: providers.origin, store: noStore, timeoutMs: SHORT_MS });
    const { chain, one } = await read(
      { chain: [numberSource("a"), numberSource("b"), numberSource("c")], one: numberSource("d") },
      at(NOW),
    );
    expect(performance.now() - started).toBeLessThan(2.75 * SHORT_MS); // a third attempt would end after three
    expect(chain.map(({ id, status }) => [id, status])).toEqual([
      ["a", "timeout"],
      ["b", "timeout"],
    ]);
    await pause(50);
    expect(providers.asked.some((url) => url.endsWith("/c"))).toBe(false);
    expect(one.status).toBe("timeout");
  });
});

describe("redirects", () => {
  const redirectTo = (location: string) => {
    providers.answer((url, response) =>
      url.pathname === "/one"
        ? void response.writeHead(301, { location }).end()
        : sendJson(response, { n: 9 }),
    );
  };

  it.each([
    ["of the same host by path", "/moved"],
    ["of the same registrable domain", "https://www.example.com/moved"],
    ["that name the origin which stands in", "ORIGIN/data.example.com/moved"],
  ])("%s are followed through the origin", async (_name, location) => {
    redirectTo(location.replace("ORIGIN", providers.origin));
    expect(await readOnce()).toMatchObject({ status: "ok", value: 9 });
    expect(providers.asked[1]).toMatch(/^https:\/\/(data|www)\.example\.com\/moved$/);
  });

  it("to a host on the source's list are followed", async () => {
    redirectTo("https://other.net/moved");
    expect(await readOnce({ redirectHosts: ["other.net"] })).toMatchObject({ value: 9 });
  });

  it.each([
    "https://other.net/moved",
    "https://data.example.com.evil.net/moved",
    "http://data.example.com/moved",
    "https://data.example.com:8443/moved",
    "https://user:pass@data.example.com/moved",
    "http://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "https://[",
  ])("to %s are refused unasked", async (location) => {
    redirectTo(location);
    expect(await readOnce()).toMatchObject({ status: "http_error", value: null });
    expect(providers.asked).toHaveLength(1);
  });

  it("are followed twice and no further", async () => {
    providers.answer((url, response) => {
      const hop = Number(url.searchParams.get("hop") ?? 0);
      if (hop === 2 && url.pathname === "/one") sendJson(response, { n: 2 });
      else response.writeHead(302, { location: `${url.pathname}?hop=${hop + 1}` }).end();
    });
    expect((await readOnce()).value).toBe(2);
    expect(await readOnce({ address: () => ({ host: "data.example.com", path: "/loop" }) })).toMatchObject({
      status: "http_error",
    });
    expect(providers.asked).toHaveLength(6);
  });
});

describe("several sources for one thing", () => {
  const chain = [numberSource("first"), numberSource("second"), numberSource("third")];

  it("asks only the preferred one while it works", async () => {
    const read = reader({ origin: providers.origin, store: noStore });
    const { chain: asked } = await read({ chain }, at(NOW));
    expect(asked.map(({ id, status }) => [id, status])).toEqual([["first", "ok"]]);
    expect(providers.asked).toHaveLength(1);
  });

  it("asks the next when one fails, and reports all that were asked", async () => {
    providers.answer((url, response) =>
      url.pathname === "/first" ? void response.writeHead(429).end() : sendJson(response, { n: 5 }),
    );
    const read = reader({ origin: providers.origin, store: noStore });
    const { chain: asked } = await read({ chain }, at(NOW));
    expect(asked.map(({ id, status, value }) => [id, status, value])).toEqual([
      ["first", "rate_limited", null],
      ["second", "ok", 5],
    ]);
  });

  it("passes over data that is older than the source may give", async () => {
    providers.answer((url, response) =>
      sendJson(response, {
        n: 1,
        at: url.pathname === "/old" ? "2026-10-07T12:00:00Z" : "2026-10-07T13:59:00Z",
      }),
    );
    const read = reader({ origin: providers.origin, store: noStore });
    const old = numberSource("old", { maxUsableAgeMs: 900_000 });
    const { chain: asked } = await read({ chain: [old, numberSource("second")] }, at(NOW));
    expect(asked.map(({ id }) => id)).toEqual(["old", "second"]);
  });

  it("does not spend the call on a slow one twice when another stands behind it", async () => {
    providers.answer((url, response) =>
      url.pathname === "/first" ? undefined : sendJson(response, { n: 5 }),
    );
    const read = reader({ origin: providers.origin, store: noStore, timeoutMs: SHORT_MS });
    const { chain: asked } = await read({ chain }, at(NOW));
    expect(asked.at(-1)).toMatchObject({ id: "second", value: 5 });
    expect(providers.asked.filter((url) => url.endsWith("/first"))).toHaveLength(1);
  });
});
