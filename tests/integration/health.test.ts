/** What health, status, alerts and their webhook say of faults, and that the service sells again by itself after each. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { type NodeHost, startNodeHost } from "../support/node-host";
import { asHeader, newAddress, newPayer, payFor, post } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const [OPERATOR_SECRET, CRON_SECRET] = ["o".repeat(32), "c".repeat(32)];
const WAIT = { timeout: 30_000, interval: 500 };

async function listen(answer: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("health", () => {
  let ledger: Awaited<ReturnType<typeof startRedisRest>>;
  let node: NodeHost;
  let receiver: Server;
  const told: string[] = [];

  beforeAll(async () => {
    ledger = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
    const hook = await listen((request, response) => {
      let text = "";
      request.on("data", (part: Buffer) => (text += part.toString()));
      request.on("end", () => {
        const { id, state } = JSON.parse(text) as { id: string; state: string };
        told.push(`${id} ${state}`);
        response.end();
      });
    });
    receiver = hook.server;
    node = await startNodeHost("health", {
      ...{ LEDGER_REDIS_REST_URL: ledger.url, LEDGER_REDIS_REST_TOKEN: "t" },
      ...{ OPERATOR_SECRET, CRON_SECRET, ALERT_WEBHOOK_URL: `${hook.url}/hook` },
    });
  }, 60_000);
  afterAll(async () => {
    await node.stop();
    await ledger.close();
    receiver.close();
  });

  const ask = async (path: string, secret?: string, origin = node.origin) => {
    const headers = {
      "x-forwarded-for": newAddress(),
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    };
    const response = await fetch(origin + path, { headers });
    const text = await response.text();
    return { status: response.status, body: (text.startsWith("{") ? JSON.parse(text) : text) as unknown };
  };
  const recover = (): Promise<unknown> => ask("/api/cron/recover-payments", CRON_SECRET);
  const buy = async (origin = node.origin): Promise<number> => {
    const payment = asHeader(await payFor(origin, TVL, await newPayer(sandbox, "base")));
    return (await post({ origin, path: TVL, body: {}, payment })).status;
  };

  it("is good while nothing is wrong", async () => {
    expect(await buy()).toBe(200);
    expect(await ask("/healthz")).toMatchObject({ status: 200 });
    expect(await ask("/readyz?strict=1")).toEqual({ status: 200, body: { ready: true, reasons: [] } });
    expect((await ask("/api/status")).body).toMatchObject({ ok: true, stores: { ledger: "up" } });
    expect((await ask("/api/operator/metrics", OPERATOR_SECRET)).body).toMatchObject({ alerts: [] });
  });

  it("of a full ledger is told everywhere within seconds, and it sells again by itself", async () => {
    const writes = /(?:^|,)(?:set|hset|hsetnx|zadd|evalsha|eval),/i;
    const when = (all: readonly (readonly string[])[]) => all.some((words) => writes.test(words.join()));
    ledger.setFault({ kind: "error", status: 400, message: "OOM command not allowed", when });
    await vi.waitFor(async () => {
      const reasons = { ready: false, reasons: ["ledger_full"] };
      expect(await ask("/readyz")).toEqual({ status: 503, body: reasons });
      expect((await ask("/api/status")).body).toMatchObject({ ok: false, degraded: ["ledger"] });
    }, WAIT);
    expect(await ask("/healthz")).toMatchObject({ status: 200 });
    expect(await buy()).toBe(503);
    const document = await ask("/api/operator/metrics", OPERATOR_SECRET);
    expect(document).toMatchObject({ status: 200, body: { health: { canSell: false, ledger: "full" } } });
    expect(JSON.stringify(document.body)).toContain('"name":"ledger_full","severity":"critical"');
    await recover();
    expect(told).toContain("ledger_full firing");
    ledger.setFault(undefined);
    await vi.waitFor(async () => expect((await ask("/readyz")).status).toBe(200), WAIT);
    expect(await buy()).toBe(200);
    await recover();
    expect(told).toContain("ledger_full resolved");
  });

  it("of an instance whose facilitators all hang is a reason, and takes no instance out unless strict", async () => {
    const hanging = await listen(() => undefined);
    const alone = await startNodeHost("health-hung", {
      ...{ FACILITATOR_PRIMARY_URL: `${hanging.url}/one`, FACILITATOR_FALLBACK_URL: `${hanging.url}/two` },
      FACILITATOR_SUPPORTED_TIMEOUT_MS: "500",
    });
    try {
      const unready = { ready: false, reasons: ["no_facilitator"] };
      expect(await ask("/readyz?strict=1", undefined, alone.origin)).toEqual({ status: 503, body: unready });
      expect(await ask("/readyz", undefined, alone.origin)).toEqual({ status: 200, body: unready });
      expect((await ask("/api/status", undefined, alone.origin)).body).toMatchObject({
        ...{ ok: false, degraded: ["facilitators"] },
      });
    } finally {
      await alone.stop();
      hanging.server.closeAllConnections();
      hanging.server.close();
    }
  });
});
