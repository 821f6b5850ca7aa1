/**
 * The host of plain Node beside the one that the suite runs against, from the same build: what distinguishes a server of
 * one's own. That it sells as the other does, the whole suite shows (`npm test -- --host node`).
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "@/sandbox/ports";
import { ROOT, startService, STATE_DIR } from "@/sandbox/service";
import { HOST_BUNDLE } from "@/scripts/host-bundle";
import { startBare } from "../support/bare-start";
import { type FacilitatorDouble, startDouble } from "../support/facilitator-double";
import { mppChallengeOf, newMppPayer, pull } from "../support/mpp-payer";
import { type NodeHost, startNodeHost } from "../support/node-host";
import { asHeader, CHAINS, newAddress, newPayer, newPrefix, payFor, post } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const WAIT = { timeout: 20_000, interval: 100 };

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** What the ledger under these keys says of each of its payments. */
async function fieldsOf(prefix: string, field: "state" | "trust"): Promise<unknown[]> {
  const { url, token } = sandbox.redis;
  const redis = new Redis({ url, token, enableTelemetry: false });
  const records = await redis.keys(`${prefix}:ledger:*:record`);
  return Promise.all(records.map((record) => redis.hget(record, field)));
}
const statesOf = (prefix: string): Promise<unknown[]> => fieldsOf(prefix, "state");

const statusOf = (origin: string, method: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(origin + path, { method }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject).end();
  });

describe("the host of plain Node", () => {
  let node: NodeHost;
  let next: NodeHost;
  let facilitator: FacilitatorDouble;
  let metricsPort: number;
  const prefix = newPrefix("node-host");
  beforeAll(async () => {
    const [primary] = sandbox.facilitators;
    if (primary === undefined) throw new Error("the sandbox has no facilitator");
    facilitator = await startDouble(() => primary.url);
    metricsPort = await freePort();
    const env = { FACILITATOR_PRIMARY_URL: facilitator.url, METRICS_PORT: String(metricsPort), WORKERS: "2" };
    node = await startNodeHost("node-host", { ...env, STORE_PREFIX: prefix });
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const settings = {
      ...sandbox.serviceEnv,
      PUBLIC_ORIGIN: origin,
      STORE_PREFIX: newPrefix("node-host-next"),
    };
    next = { ...(await startService({ port, name: "node-host-next", env: settings })), origin };
  });
  afterAll(async () => {
    await Promise.all([node.stop(), next.stop(), facilitator.close()]);
  });

  it.each([
    ["POST", TVL],
    ["GET", TVL],
    ["GET", "/api/x402-config"],
    ["HEAD", "/api/x402-config"],
    ["GET", "/api/mcp"],
    ["GET", "/api/mcp/server-card"],
    ["GET", "/api/nothing-here"],
    ["GET", "/API/x402-config"],
    ["OPTIONS", TVL],
    ["OPTIONS", "/api/solana-rpc-send"],
    ["GET", "/"],
    ["GET", "/llms.txt"],
    ["GET", "/lounge/feed.json"],
    ["GET", "/nothing-here"],
  ])(
    "answers %s %s with the status, headers and kind of body that Next answers with",
    async (method, path) => {
      const [ours, theirs] = await Promise.all(
        [node, next].map(async ({ origin }) => {
          const headers = { "x-forwarded-for": newAddress(), "x-forwarded-proto": "https", origin };
          const response = await fetch(origin + path, { method, headers });
          const body = await response.text();
          const text = JSON.stringify([...response.headers].sort()).replaceAll(origin, "ORIGIN");
          return {
            status: response.status,
            hasBody: body !== "",
            headers: new Map(JSON.parse(text) as [string, string][]),
          };
        }),
      );
      // Next compresses only some of the API's answers, by how their type is told to it.
      if (path.toLowerCase().startsWith("/api"))
        for (const name of ["content-encoding", "vary"])
          for (const answer of [ours, theirs]) answer?.headers.delete(name);
      // What differs from call to call, or tells of the connection alone.
      for (const name of [
        "date",
        "connection",
        "keep-alive",
        "transfer-encoding",
        "content-length",
        "ratelimit-reset",
      ])
        for (const answer of [ours, theirs]) answer?.headers.delete(name);
      for (const name of [
        "payment-required",
        "www-authenticate",
        "etag",
        "x-nextjs-cache",
        "x-nextjs-prerender",
      ])
        for (const answer of [ours, theirs])
          if (answer?.headers.has(name)) answer.headers.set(name, "present");
      expect(ours).toEqual(theirs);
    },
  );

  it.each([
    ["a range beyond its end", { headers: { range: "bytes=99999999-" } }, 416],
    ["a condition that no longer holds", { headers: { "if-match": '"another"' } }, 412],
    ["a date before its own", { headers: { "if-unmodified-since": "Mon, 01 Jan 1990 00:00:00 GMT" } }, 412],
    ["a method that changes", { method: "DELETE" }, 405],
    ["something sent", { method: "POST", body: "a" }, 405],
    ["a part of it", { headers: { range: "bytes=0-3" } }, 206],
  ])("answers who asks a file for %s as files are answered, on either host", async (_, init, status) => {
    const [script] = readdirSync(path.join(ROOT, ".next/static/chunks")).filter((name) =>
      name.endsWith(".js"),
    );
    for (const { origin } of [node, next])
      for (const file of [`/_next/static/chunks/${script}`, "/llms.txt"]) {
        const response = await fetch(origin + file, init);
        expect([file, response.status]).toEqual([file, status]);
        if (status === 405) expect(response.headers.get("allow")).toMatch(/^GET, HEAD/);
        if (status === 416) expect(response.headers.get("content-range")).toMatch(/^bytes \*\/\d+$/);
        if (status > 400) expect(response.headers.get("cache-control")).toContain("no-store");
      }
  });

  it.each(["/desks/%zz", "/lounge/image/%ff", "/share/page/signal/%"])(
    "answers %s, a path that is no UTF-8, with 400 on either host",
    async (path) => {
      for (const { origin } of [node, next]) expect(await statusOf(origin, "GET", path)).toBe(400);
    },
  );

  it("answers what the Fetch standard knows no request for with 405", async () => {
    for (const path of ["/", TVL]) expect(await statusOf(node.origin, "TRACE", path)).toBe(405);
  });

  it("is alive and ready, and without its ledger alive alone", async () => {
    const status = async (origin: string) =>
      Promise.all(["/healthz", "/readyz"].map(async (path) => (await fetch(origin + path)).status));
    expect(await status(node.origin)).toEqual([200, 200]);
    for (const [name, address] of [
      ["lost", "http://127.0.0.1:9"],
      ["none", ""],
    ] as const) {
      const settings = { UPSTASH_REDIS_REST_URL: address, ALLOW_INCOMPLETE: "true" };
      const without = await startNodeHost(`node-host-${name}`, settings);
      try {
        expect(await status(without.origin)).toEqual([200, 503]);
        expect(await status(without.origin)).toEqual([200, 503]); // the question has cost no process
      } finally {
        await without.stop();
      }
    }
  });

  it("compresses a large answer for who takes it so", async () => {
    const headers = { "accept-encoding": "gzip", "x-forwarded-for": newAddress() };
    const response = await fetch(`${node.origin}/api/resources`, { headers });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(await response.json()).toHaveProperty("ok", true);
  });

  it("tells Prometheus of all its processes, and of the payments that wait", async () => {
    await post({ origin: node.origin, path: TVL });
    await fetch(`${node.origin}/api/invented-${crypto.randomUUID()}`);
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{route="\/api\/svc-intel-tvl",method="POST",status="402"\} [1-9]/,
    );
    expect(text).toMatch(/^svc_payments_open 0$/m);
    expect(text).not.toContain("invented");
    expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
  });

  it("does not start where nobody says whether payments are real", async () => {
    const { code, said } = await startBare("npm", ["start"]);
    expect(said).toContain("NETWORK must be set in production");
    expect(said).not.toContain("next.config"); // by its own settings, before Next is loaded
    expect(code).toBe(1);
  });

  it.each(["1", "2"])("ends with 1 and says why where %s of its processes can't listen", async (WORKERS) => {
    const { port } = new URL(node.origin);
    const settings = { ...sandbox.serviceEnv, PORT: port, LISTEN_ADDRESS: "127.0.0.1", WORKERS };
    const { code, said } = await startBare(process.execPath, [path.join(ROOT, HOST_BUNDLE)], settings);
    expect(said).toMatch(/"event":"not_started","why":"Error: (listen|bind) EADDRINUSE/);
    expect(code).toBe(1);
  });

  /** The processes that tell the metrics of themselves. */
  const pids = async (): Promise<number[]> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return [...text.matchAll(/^svc_worker_up\{pid="(\d+)"\} 1$/gm)].map(([, pid]) => Number(pid));
  };

  it("tells Prometheus of the payments that wait, too, while one of its processes hangs", async () => {
    const [hanging = 0] = await pids();
    process.kill(hanging, "SIGSTOP");
    try {
      const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      expect(response.status).toBe(200);
      expect(await response.text()).toMatch(/^svc_payments_open 0$/m);
    } finally {
      process.kill(hanging, "SIGCONT");
    }
  });

  it("starts a process that died anew", async () => {
    const before = await pids();
    expect(before).toHaveLength(2);
    const [killed = 0] = before;
    process.kill(killed, "SIGKILL");
    await vi.waitFor(async () => {
      const after = await pids();
      expect(after).toHaveLength(2);
      expect(after).not.toContain(killed);
    }, WAIT);
    expect((await fetch(`${node.origin}/api/x402-config`)).status).toBe(200);
  });

  it("sells on every rail when its files are gone, since a newer build has taken their place", async () => {
    const folder = mkdtempSync(path.join(STATE_DIR, "bundle-")); // beside the packages that it asks for
    cpSync(path.join(ROOT, path.dirname(HOST_BUNDLE)), folder, { recursive: true });
    const replaced = newPrefix("node-host-replaced");
    const bundle = path.join(folder, path.basename(HOST_BUNDLE));
    const { origin, stop } = await startNodeHost("node-host-replaced", { STORE_PREFIX: replaced }, bundle);
    try {
      rmSync(folder, { recursive: true });
      for (const chain of CHAINS) {
        const payer = await newPayer(sandbox, chain);
        const call = { origin, path: TVL, payment: asHeader(await payFor(origin, TVL, payer)) };
        const proof = await payer.signIn(origin + TVL);
        const headers = { "x-agent-id": `agt_${"0".repeat(32)}`, "sign-in-with-x": proof };
        const answers = [await post({ ...call, headers }), await post(call)]; // a sale, and its replay
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      }
      const challenge = await mppChallengeOf(origin, TVL);
      const { transaction } = await (await newMppPayer(sandbox)).sign(challenge);
      expect((await post({ origin, path: TVL, ...pull(challenge, transaction) })).status).toBe(200);
      // What looks at the chain behind the answers was loaded, too.
      const confirmed = Array<string>(3).fill("confirmed");
      await vi.waitFor(async () => expect(await fieldsOf(replaced, "trust")).toEqual(confirmed), WAIT);
    } finally {
      await stop();
    }
  });

  it("told to end, finishes the sales that are under way, one whose caller hung up too, and takes no new one", async () => {
    const [payer, gone] = await Promise.all([newPayer(sandbox, "base"), newPayer(sandbox, "base")]);
    const payment = asHeader(await payFor(node.origin, TVL, payer));
    const unheard = asHeader(await payFor(node.origin, TVL, gone));
    const settles = () => facilitator.calls.filter((call) => call === "settle").length;
    facilitator.act("settle", async ({ response, real }) => {
      const holdMs = settles() === 1 ? 2_000 : 3_000; // the one that nobody hears of ends last
      const answer = await real();
      await new Promise((resolve) => setTimeout(resolve, holdMs));
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer.body));
    });
    const before = await payer.balance();
    const sale = post({ origin: node.origin, path: TVL, body: {}, payment });
    await vi.waitFor(() => expect(settles()).toBe(1), WAIT);
    const caller = new AbortController();
    const hungUp = post({
      ...{ origin: node.origin, path: TVL, body: {}, payment: unheard },
      signal: caller.signal,
    });
    await vi.waitFor(() => expect(settles()).toBe(2), WAIT);
    caller.abort();
    await expect(hungUp).rejects.toThrow();
    process.kill(node.pid, "SIGTERM");
    const response = await sale;
    expect(response.status).toBe(200);
    expect(before - (await payer.balance())).toBe(20_000n);
    await vi.waitFor(() => expect(isAlive(node.pid)).toBe(false), WAIT);
    await expect(fetch(`${node.origin}/healthz`)).rejects.toThrow();
    expect(await statesOf(prefix)).toEqual(["settled", "settled"]);
  });
});
