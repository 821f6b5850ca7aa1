import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { asker } from "@/scripts/doctor/raw-request";
import { type NodeHost, startNodeHost } from "../support/node-host";
import { HAPROXY, isInstalled, startProxy, unlessInstalled } from "../support/reverse-proxy";
import { asHeader, newPayer, payFor, post } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const SLOW = { timeout: 120_000 };
/** The machine may be busy with other things. */
const PATIENCE_MS = 60_000;
const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const started: NodeHost[] = [];
const start = async (name: string, env: Record<string, string>): Promise<NodeHost> => {
  const host = await startNodeHost(name, env);
  started.push(host);
  return host;
};
afterEach(async () => {
  for (const host of started.splice(0)) await host.stop();
});

/** Resolves once the service says that it drains: it has taken the signal, however busy the machine is. */
const drains = (origin: string): Promise<void> =>
  expect
    .poll(async () => (await fetch(`${origin}/readyz`)).text(), { timeout: PATIENCE_MS, interval: 100 })
    .toContain("draining");

const ends = async ({ origin, pid }: NodeHost): Promise<void> => {
  const { port } = new URL(origin);
  await expect.poll(() => isOpen(Number(port)), { timeout: PATIENCE_MS }).toBe(false);
  await expect.poll(() => isAlive(pid), { timeout: PATIENCE_MS }).toBe(false);
};

describe.each(["1", "2"])("a service of %s processes that is told to end", (WORKERS) => {
  it(
    "is not ready at once, sells while it drains, and ends at once when it is told again",
    SLOW,
    async () => {
      const host = await start(`drain-${WORKERS}`, { WORKERS, DRAIN_SECONDS: "600" });
      const payer = await newPayer(sandbox, "base");
      const payment = asHeader(await payFor(host.origin, TVL, payer));
      process.kill(host.pid, "SIGTERM");
      await drains(host.origin);
      expect((await fetch(`${host.origin}/readyz`)).status).toBe(503);
      const sale = await post({ origin: host.origin, path: TVL, body: {}, payment });
      expect([sale.status, sale.headers.get("connection")]).toEqual([200, "close"]);
      await sleep(1_100); // the same signal within a second is one
      process.kill(host.pid, "SIGTERM");
      await ends(host);
    },
  );

  it("closes its port and ends by itself once it has drained", SLOW, async () => {
    const host = await start(`drain-out-${WORKERS}`, { WORKERS, DRAIN_SECONDS: "1" });
    process.kill(host.pid, "SIGTERM");
    await ends(host);
  });
});

describe.skipIf(!isInstalled(HAPROXY))(
  `behind HAProxy's own health checks${unlessInstalled(HAPROXY)}`,
  () => {
    it("loses no call of a steady stream while it drains", SLOW, async () => {
      const host = await start("drain-balanced", {
        WORKERS: "2",
        DRAIN_SECONDS: "600",
        RATE_LIMIT_PER_MINUTE: "100000",
      });
      const proxy = await startProxy(HAPROXY, host.origin);
      try {
        const statuses: number[] = [];
        const { ask: send } = asker(proxy.origin);
        const ask = (): Promise<number> =>
          send("GET", "/api/x402-config").then(
            ({ status }) => status,
            () => 0,
          );
        await expect.poll(ask, { timeout: PATIENCE_MS }).toBe(200);
        process.kill(host.pid, "SIGTERM");
        // Until HAProxy has seen two failed checks the instance serves; then HAProxy itself says that none is left.
        for (
          const until = Date.now() + PATIENCE_MS;
          Date.now() < until && statuses.at(-1) !== 503;
          await sleep(50)
        )
          statuses.push(await ask());
        expect(statuses.at(-1)).toBe(503);
        expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
        const { port } = new URL(host.origin);
        expect(await isOpen(Number(port))).toBe(true); // it was taken out before the port closed
      } finally {
        await proxy.stop();
      }
    });
  },
);
