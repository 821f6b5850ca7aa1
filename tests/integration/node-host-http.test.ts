/** What the host of plain Node does with requests that are slow, odd or meant to confuse it, byte by byte. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "@/sandbox/ports";
import { LOG_DIR } from "@/sandbox/service";
import { newAddress } from "../support/service";
import { type NodeHost, startNodeHost } from "../support/node-host";
import { sendRaw, statusesIn } from "../support/raw-http";

const TVL = "/api/svc-intel-tvl";
const FREE = "/api/x402-config";
const RECEIVE_SECONDS = 2;
const WAIT = { timeout: 30_000, interval: 100 };

/** A request's head, from an address that no other test counts against; the connection goes on behind its answer. */
const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, `x-forwarded-for: ${newAddress()}`, ...headers, "", ""].join("\r\n");

/** The same of a connection's last request. */
const last = (line: string, ...headers: string[]): string => head(line, ...headers, "connection: close");

const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${" ".repeat(bytes)}\r\n`;

describe("the host of plain Node, under attack", () => {
  let node: NodeHost;
  beforeAll(async () => {
    node = await startNodeHost("node-http", { RECEIVE_SECONDS: String(RECEIVE_SECONDS) });
  });
  afterAll(async () => {
    await node.stop();
  });

  it.each([
    ["headers that never end", [`GET ${FREE} HTTP/1.1\r\nhost: a\r\nx-slow: `]],
    ["a body that never comes", [head(`POST /api/a2a`, "host: a", "content-length: 1000"), "{"]],
  ])("answers %s with 408, or ends the connection, soon after its time", async (_, parts) => {
    const from = performance.now();
    const answer = await sendRaw(node.origin, parts, 20_000);
    expect(answer.ended).toBe(true);
    expect(performance.now() - from).toBeGreaterThan(RECEIVE_SECONDS * 900);
    expect(statusesIn(answer)).not.toContain(200);
  });

  it("refuses headers beyond 16 KB with 431", async () => {
    const answer = await sendRaw(node.origin, [
      head(`GET ${FREE}`, "host: a", `x-huge: ${"a".repeat(20_000)}`),
    ]);
    expect(statusesIn(answer)).toEqual([431]);
    expect(answer.ended).toBe(true);
  });

  it("answers a page's reader whose Accept is as tangled as a header can be", async () => {
    const accept = `accept: text/markdown${";a ".repeat(5_000)};q=x`;
    for (const path of ["/", "/docs"]) {
      const answer = await sendRaw(node.origin, [last(`GET ${path}`, "host: a", accept)], 10_000);
      expect(statusesIn(answer)).toEqual([200]);
    }
  });

  it("answers requests that come at once over one connection, each by its own, in their order", async () => {
    const both = head(`GET ${FREE}`, "host: a") + head(`POST ${TVL}`, "host: a", "content-length: 0");
    expect(
      statusesIn(await sendRaw(node.origin, [both, last("GET /nothing-here", "host: a")], 5_000)),
    ).toEqual([200, 402, 404]);
  });

  it.each([
    ["by its own account", "content-length: 300000", [" ".repeat(300_000)]],
    ["in pieces", "transfer-encoding: chunked", [chunk(200_000), chunk(100_000), "0\r\n\r\n"]],
  ])("refuses a body that is too large %s, and takes none of it for a request", async (_, length, body) => {
    const next = last(`GET ${FREE}`, "host: a");
    const first = head("POST /api/a2a", "host: a", "content-type: application/json", length);
    const answer = await sendRaw(node.origin, [first, ...body, next], 5_000);
    const [status, ...more] = statusesIn(answer);
    expect(status).toBe(413);
    // The connection goes on behind the whole body, or ends.
    expect(more.length === 0 ? answer.ended : more[0] === 200).toBe(true);
    expect(more.length).toBeLessThan(2);
  });

  it.each([
    ["no host", []],
    ["two hosts", ["host: a", "host: b"]],
    ["one host twice", ["host: a", "host: a"]],
    ["two hosts in a line", ["host: a, b"]],
    ["a host that is none", ["host: a b"]],
    ["a host with a user", ["host: user@a"]],
    ["an empty host", ["host:"]],
    ["a host of five numbers", ["host: 1.2.3.4.5"]],
    ["a host whose name no look-up takes", ["host: xn--a"]],
    ["a port beyond all", ["host: a:99999"]],
    ["a second host behind two thousand headers", ["host: a", ...Array<string>(2_000).fill("a:"), "host: b"]],
    ["two lengths", ["host: a", "content-length: 1", "content-length: 2"]],
    ["a length and pieces", ["host: a", "content-length: 5", "transfer-encoding: chunked"]],
  ])("answers a request with %s with 400", async (_, headers) => {
    for (const path of [FREE, TVL, "/", "/healthz"]) {
      // Nothing follows, so that it is this request that is refused.
      const answer = await sendRaw(node.origin, [last(`POST ${path}`, ...headers)], 3_000);
      expect(statusesIn(answer)).toEqual([400]);
      expect(answer.ended).toBe(true);
      expect(answer.text).not.toMatch(/\bat .*\.m?js/);
    }
  });

  it("answers who asks for another protocol as anyone, after a page as before", async () => {
    const statuses = async (): Promise<number[][]> => {
      const found: number[][] = [];
      for (const protocol of ["h2c", "websocket"])
        for (const path of ["/api/status", "/nope"]) {
          const upgrade = ["host: a", `upgrade: ${protocol}`, "connection: upgrade, close"];
          found.push(statusesIn(await sendRaw(node.origin, [head(`GET ${path}`, ...upgrade)], 5_000)));
        }
      return found;
    };
    const asAnyone = [[200], [404], [200], [404]];
    expect(await statuses()).toEqual(asAnyone);
    expect(statusesIn(await sendRaw(node.origin, [last("GET /", "host: a")], 5_000))).toEqual([200]);
    expect(await statuses()).toEqual(asAnyone);
  });

  it("answers who sends a page a form, or calls an action of it, as any with a body, and writes nothing of theirs to the log", async () => {
    const words = `said-${crypto.randomUUID()}`;
    const form = '--x\r\ncontent-disposition: form-data; name="$ACTION_ID_x"\r\n\r\na\r\n--x--\r\n';
    for (const headers of [
      ["content-type: text/plain"],
      ["content-type: multipart/form-data; boundary=x"],
      ["content-type: application/x-www-form-urlencoded"],
      ["content-type: text/plain", `next-action: ${words}`],
    ]) {
      const sent = last("POST /desks", "host: a", ...headers, `content-length: ${form.length}`);
      expect(statusesIn(await sendRaw(node.origin, [sent, form], 5_000))).toEqual([405]);
    }
    const logged = readFileSync(path.join(LOG_DIR, "node-http.log"), "utf8");
    expect(logged).not.toContain(words);
    expect(logged).not.toContain("Server Action");
  });

  it.each([
    ["/", "GET, HEAD"],
    [TVL, "POST, OPTIONS"],
    [`${FREE}?a=b`, "GET, HEAD, OPTIONS"],
  ])("answers TRACE of %s with 405, and with what it takes instead", async (path, allowed) => {
    const answer = await sendRaw(node.origin, [last(`TRACE ${path}`, "host: a")], 5_000);
    expect(statusesIn(answer)).toEqual([405]);
    expect(answer.text).toContain(`\r\nallow: ${allowed}\r\n`);
  });

  it("resizes no image for anyone", async () => {
    const image = encodeURIComponent(`/lounge/image/${"0".repeat(64)}.png`);
    for (const query of ["", `?url=${image}&w=3840&q=75`]) {
      const answer = await sendRaw(node.origin, [last(`GET /_next/image${query}`, "host: a")], 5_000);
      expect(statusesIn(answer)).toEqual([404]);
    }
  });

  it("tells a load balancer of HTTP/1.0, which names no host, that it is ready", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const answer = await sendRaw(node.origin, [`GET ${path} HTTP/1.0\r\n\r\n`]);
      expect(statusesIn(answer)).toEqual([200]);
    }
  });

  it.each(["http://elsewhere.example", "HTTPS://elsewhere.example:444", "http://user@elsewhere.example"])(
    "takes the path alone of an address at %s",
    async (origin) => {
      const answer = await sendRaw(node.origin, [last(`GET ${origin}${FREE}`, "host: a")]);
      expect(statusesIn(answer)).toEqual([200]);
      expect(answer.text).not.toContain("elsewhere");
      expect(statusesIn(await sendRaw(node.origin, [last(`POST ${origin}${TVL}`, "host: a")]))).toEqual([
        402,
      ]);
      expect(statusesIn(await sendRaw(node.origin, [last(`GET ${origin}/healthz`, "host: a")]))).toEqual([
        200,
      ]);
    },
  );

  it.each([
    "OPTIONS *",
    "GET //",
    "GET /api/../api/x402-config",
    "GET /%2e%2e/%00",
    "GET /api/%zz",
    "GET /desks/%zz",
    "GET /lounge/image/%ff",
    "GET /share/page/signal/%",
    "GET /agents/%e0%a4/eip-8004.json?a=b",
    "GET api",
  ])("answers `%s` with less than 500", async (line) => {
    const [status = 0] = statusesIn(await sendRaw(node.origin, [last(line, "host: a")], 5_000));
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  });

  it("serves on when callers go away in the middle of theirs", async () => {
    const gone = Array.from({ length: 40 }, () =>
      sendRaw(node.origin, [head(`POST ${TVL}`, "host: a", "content-length: 0")], 1),
    );
    await Promise.all(gone);
    expect((await fetch(node.origin + FREE, { headers: { "x-forwarded-for": newAddress() } })).status).toBe(
      200,
    );
  });

  it.each([
    ["systemd, each of its processes", "SIGTERM", true],
    ["a terminal, each of its processes", "SIGINT", true],
    ["a terminal that is closed", "SIGHUP", false],
  ] as const)("told to end by %s (%s), finishes what it began", async (_, signal, all) => {
    const metricsPort = await freePort();
    const settings = { WORKERS: "2", METRICS_PORT: String(metricsPort) };
    const server = await startNodeHost("node-http-group", settings);
    const metrics = async (): Promise<string> =>
      (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const workers = await vi.waitFor(async () => {
      const found = [...(await metrics()).matchAll(/^svc_worker_up\{pid="(\d+)"\} 1$/gm)];
      expect(found).toHaveLength(2);
      return found.map(([, pid]) => Number(pid));
    }, WAIT);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "none" });
    const calls = Array.from({ length: 4 }, () => {
      const headers = { "content-type": "application/json", "content-length": body.length };
      const sent = request(`${server.origin}/api/a2a`, { method: "POST", agent: false, headers });
      sent.write(body.slice(0, 5));
      const status = once(sent, "response").then(([response]) => (response as IncomingMessage).statusCode);
      return { status, end: () => sent.end(body.slice(5)) };
    });
    await sleep(500); // they have come as far as they do
    for (const pid of all ? workers : []) process.kill(pid, signal);
    await sleep(200);
    process.kill(server.pid, signal);
    await sleep(500);
    for (const { end } of calls) end();
    expect(await Promise.all(calls.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
    await vi.waitFor(() => expect(() => process.kill(server.pid, 0)).toThrow(), WAIT);
  });

  it("told to end under load, finishes every answer that it began", async () => {
    const server = await startNodeHost("node-http-ends");
    const statuses: number[] = [];
    let cut = 0;
    const call = async (): Promise<boolean> => {
      const response = await fetch(server.origin + TVL, {
        method: "POST",
        headers: { "x-forwarded-for": newAddress() },
      }).catch(() => null); // nobody listens any more, or the idle connection was just ended
      if (response === null) return false;
      statuses.push(response.status);
      const body = await response.text().catch(() => "");
      if (!body.endsWith("}")) cut += 1;
      return true;
    };
    const callers = Array.from({ length: 12 }, async () => {
      for (let goesOn = true; goesOn;) goesOn = await call();
    });
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(50), WAIT);
    process.kill(server.pid, "SIGTERM");
    await Promise.all(callers);
    expect(cut).toBe(0);
    expect(new Set(statuses)).toEqual(new Set([402]));
    await vi.waitFor(() => expect(() => process.kill(server.pid, 0)).toThrow(), WAIT);
  });
});
