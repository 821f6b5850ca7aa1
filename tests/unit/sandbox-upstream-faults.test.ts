import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { emptied } from "@/sandbox/upstream/faults/empty";
import { type Fault, FaultError, parseFault } from "@/sandbox/upstream/faults/fault";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";

const NOW = Date.UTC(2026, 9, 8, 15, 30);
const CHAINS = "api.llama.fi/v2/chains";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 2, now: () => NOW, protocolRows: 60 });
});
afterEach(() => upstream.clearFaults());
afterAll(() => upstream.close());

const get = (path: string, init?: RequestInit) => fetch(`${upstream.url}/${path}`, init);
const right = async (path: string) => (await get(path)).text();

/** Reads an answer's first bytes and leaves. */
async function sip(path: string, bytes: number): Promise<string> {
  const left = new AbortController();
  const response = await get(path, { signal: left.signal });
  let text = "";
  for (const reader = response.body?.getReader(); reader && text.length < bytes;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`ended after ${text.length} bytes`);
    text += Buffer.from(value).toString();
  }
  left.abort();
  return text;
}

describe("over a real socket", () => {
  it("slow: the right answer comes after the wait", async () => {
    const answer = await right(CHAINS);
    upstream.setFault("api.llama.fi", { kind: "slow", ms: 150 });
    const began = performance.now();
    expect(await right(CHAINS)).toBe(answer);
    expect(performance.now() - began).toBeGreaterThan(140);
  });

  it("slow: a client that gives up is logged without a status, and nothing else breaks", async () => {
    upstream.setFault("api.llama.fi", { kind: "slow", ms: 60_000 });
    await expect(get(CHAINS, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    expect(upstream.requests().at(-1)).toMatchObject({ path: "/v2/chains", status: 0, fault: "slow" });
    upstream.clearFaults();
    expect((await get(CHAINS)).status).toBe(200);
  });

  it("down: the connection is reset", async () => {
    upstream.setFault("*", { kind: "down" });
    const error: unknown = await get(CHAINS).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty("cause.code", expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/));
    expect(upstream.requests().at(-1)).toMatchObject({ status: 0, fault: "down" });
  });

  it("429 says when to come back", async () => {
    upstream.setFault("*", { kind: "status", status: 429, retryAfterSec: 7 });
    const response = await get(CHAINS);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(upstream.requests().at(-1)).toMatchObject({ status: 429, fault: "429" });
  });

  it("451 and 403 say that it is the country, 500 says nothing", async () => {
    const body = async (status: 403 | 451 | 500) => {
      upstream.setFault("*", { kind: "status", status });
      const response = await get(CHAINS);
      expect(response.status).toBe(status);
      return response.text();
    };
    expect(await body(451)).toContain("restricted location");
    expect(await body(403)).toContain("block access from your country");
    expect(await body(500)).toBe("Internal Server Error");
  });

  it("html: a page where data belongs, with status 200", async () => {
    upstream.setFault("*", { kind: "html" });
    const response = await get(CHAINS);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(await response.text()).toMatch(/^<!doctype html>/);
  });

  it("empty: every provider's shape with nothing in its lists", async () => {
    upstream.setFault("*", { kind: "empty" });
    expect(await right(CHAINS)).toBe("[]");
    expect(JSON.parse(await right("api.alternative.me/fng/?limit=5"))).toEqual({
      name: "Fear and Greed Index",
      data: [],
      metadata: { error: null },
    });
    expect(JSON.parse(await right("www.federalreserve.gov/json/calendar.json"))).toMatchObject({
      events: [],
    });
    expect(await right("fred.stlouisfed.org/graph/fredgraph.csv?id=VIXCLS")).toBe(
      "observation_date,VIXCLS\n",
    );
    const feed = await right("decrypt.co/feed");
    expect(feed).toContain("<title>Decrypt</title>");
    expect(feed).not.toContain("<item>");
  });

  it("truncated: the first half, as if it were whole", async () => {
    const whole = await right(CHAINS);
    upstream.setFault("*", { kind: "truncated" });
    const half = await right(CHAINS);
    expect(half).toBe(whole.slice(0, Math.floor(whole.length / 2)));
    expect(() => void JSON.parse(half)).toThrow(SyntaxError);
  });

  it("oversized: valid JSON of exactly the size", async () => {
    const row = '{"name":"filler","text":""},'.length + 1000;
    // rows are sent by the block: sizes around its end are the ones to get wrong
    const around = [1, 63, 64, 65, 128].flatMap((rows) => [0, 1, 2, 3, 4].map((more) => rows * row + more));
    for (const bytes of [2, 3, 4, 100, ...around, 5_000_000]) {
      upstream.setFault("*", { kind: "oversized", bytes });
      const response = await get(CHAINS);
      expect(response.headers.get("content-length")).toBe(String(bytes));
      const body = await response.text();
      expect(body).toHaveLength(bytes);
      expect(Array.isArray(JSON.parse(body))).toBe(true);
    }
  });

  it("endless: goes on for as long as it is read, and holds nobody else up", async () => {
    upstream.setFault("api.llama.fi", { kind: "endless" });
    expect(await sip(CHAINS, 20_000_000)).toMatch(/^\[\{"name":"filler"/);
    expect((await get("api.alternative.me/fng/")).status).toBe(200);
  });

  it("drip: the right bytes one by one, then spaces, never an end", async () => {
    const whole = await right("api.kraken.com/0/public/Ticker?pair=NOPE");
    upstream.setFault("*", { kind: "drip", everyMs: 1 });
    const sipped = await sip("api.kraken.com/0/public/Ticker?pair=NOPE", whole.length + 20);
    expect(sipped.trimEnd()).toBe(whole);
    expect(sipped.length).toBeGreaterThanOrEqual(whole.length + 20);
  });

  it("closes at once while a fault holds a client", async () => {
    const other = await startUpstream({
      port: 0,
      faults: [
        { match: "a.example", fault: { kind: "drip", everyMs: 1000 } },
        { match: "b.example", fault: { kind: "slow", ms: 60_000 } },
      ],
    });
    const held = ["a.example/", "b.example/"].map((path) =>
      fetch(`${other.url}/${path}`)
        .then((response) => response.text())
        .then(
          () => "answered",
          () => "cut",
        ),
    );
    while (other.requests().length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const began = performance.now();
    await other.close();
    expect(await Promise.all(held)).toEqual(["cut", "cut"]);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe("which requests a fault applies to", () => {
  const status = async (path: string) => (await get(path)).status;
  const broken: Fault = { kind: "status", status: 500 };

  it("is a host, all hosts of a domain, or a path of a host", async () => {
    upstream.setFault("*.llama.fi", broken);
    expect([await status(CHAINS), await status("api.alternative.me/fng/")]).toEqual([500, 200]);
    upstream.clearFaults();
    upstream.setFault("api.llama.fi/v2/*", broken);
    expect([await status(CHAINS), await status("api.llama.fi/protocols")]).toEqual([500, 200]);
  });

  it("is decided by the rule that was set last; the same rule set again replaces itself", async () => {
    upstream.setFault("api.llama.fi", { kind: "status", status: 451 });
    upstream.setFault("*", broken);
    expect(await status(CHAINS)).toBe(500);
    upstream.setFault("api.llama.fi", { kind: "status", status: 403 });
    expect([await status(CHAINS), await status("api.alternative.me/fng/")]).toEqual([403, 500]);
  });

  it("can be so many requests only", async () => {
    upstream.setFault("api.llama.fi", broken, 2);
    expect([await status(CHAINS), await status(CHAINS), await status(CHAINS)]).toEqual([500, 500, 200]);
  });
});

describe("the command line's form", () => {
  it("reads a host, a path, a pattern, and each fault", () => {
    const cases: [string, string, Fault][] = [
      ["api.llama.fi:slow=2000", "api.llama.fi", { kind: "slow", ms: 2000 }],
      ["*:down", "*", { kind: "down" }],
      [
        "query2.finance.yahoo.com:429",
        "query2.finance.yahoo.com",
        { kind: "status", status: 429, retryAfterSec: 30 },
      ],
      ["*.llama.fi:429=5", "*.llama.fi", { kind: "status", status: 429, retryAfterSec: 5 }],
      ["api.llama.fi/v2/chains:451", "api.llama.fi/v2/chains", { kind: "status", status: 451 }],
      [
        "coins.llama.fi/prices/base:0x1:403",
        "coins.llama.fi/prices/base:0x1",
        { kind: "status", status: 403 },
      ],
      ["*:500", "*", { kind: "status", status: 500 }],
      ["*:html", "*", { kind: "html" }],
      ["*:empty", "*", { kind: "empty" }],
      ["*:truncated", "*", { kind: "truncated" }],
      ["*:oversized", "*", { kind: "oversized", bytes: 67_108_864 }],
      ["*:oversized=1000", "*", { kind: "oversized", bytes: 1000 }],
      ["*:endless", "*", { kind: "endless" }],
      ["*:drip", "*", { kind: "drip", everyMs: 1000 }],
      ["*:drip=5", "*", { kind: "drip", everyMs: 5 }],
    ];
    for (const [text, match, fault] of cases) expect(parseFault(text), text).toEqual({ match, fault });
  });

  it("says what is wrong and what may stand there", () => {
    const cases: [string, RegExp][] = [
      ["api.llama.fi", /^fault "api\.llama\.fi": has no fault .* such as api\.llama\.fi:slow=2000$/],
      [":down", /"" is no host/],
      ["two hosts:down", /"two hosts" is no host/],
      ["*:slow", /slow needs a whole number of milliseconds, such as slow=2000/],
      ["*:slow=", /slow needs a whole number/],
      ["*:slow=1.5", /slow needs a whole number/],
      ["*:slow=-1", /slow needs a whole number/],
      ["*:slow=99999999999", /slow needs a whole number/],
      ["*:slow=1=2", /slow needs a whole number/],
      ["*:429=soon", /429 needs a whole number of seconds/],
      ["*:down=1", /down takes no number/],
      ["*:404", /"404" is no fault; there are .*429\[=N\].*down/],
      ["*:constructor", /"constructor" is no fault/],
      ["*:", /"" is no fault/],
    ];
    for (const [text, message] of cases) expect(() => parseFault(text), text).toThrow(message);
  });

  it("either reads a text or refuses it as a wrong fault, whatever the text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(parseFault(text).match.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(FaultError);
        }
      }),
    );
  });
});

it("empties any JSON document without changing what is no list", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.constant(null))),
      (fields) => {
        const body = JSON.stringify({ ...fields, rows: [fields, [1, 2]], inner: { rows: [1] } });
        expect(JSON.parse(emptied(body, "application/json"))).toEqual(
          JSON.parse(JSON.stringify({ ...fields, rows: [], inner: { rows: [] } })),
        );
      },
    ),
  );
});
