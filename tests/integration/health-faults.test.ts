/**
 * What health, alerts and messages say of a lasting fault, and that the service sells again by itself: a whole service with stores,
 * facilitators and a receiver of its own for each fault, side by side, as most of the time is waiting for a fault to last.
 */
import { afterAll, describe, it } from "vitest";
import { isRecord } from "@/lib/is-record";
import { listen, type Listening } from "@/sandbox/host/listen";
import { readJson } from "@/sandbox/host/read-json";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Fault } from "@/sandbox/redis/faults";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { type FacilitatorDouble, feePayerOf, hangs, startDouble } from "../support/facilitator-double";
import { startNodeHost } from "../support/node-host";
import { asHeader, newPayer, payFor, post, refusal } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const TOKEN = "health-faults";
/** An alert waits for its fault to last a minute, and the machine may be busy with other things. */
const UNTIL = { timeout: 150_000, interval: 1_000 };
const CASE = { timeout: 400_000 };

/** As Redis refuses whatever takes room once `maxmemory` is used up and nothing may be evicted. */
const FULL: Fault = {
  ...{ kind: "error", status: 400, message: "OOM command not allowed when used memory > 'maxmemory'." },
  when: (commands) => commands.some(([name = ""]) => WRITES.test(name)),
};
const WRITES = /^(?:SET|HSET|HSETNX|EVAL|EVALSHA|XADD|ZADD|INCR|HINCRBY|LPUSH|RPUSH|SADD)$/i;
const HUNG: Fault = { kind: "slow", milliseconds: 60_000 };

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A Redis that a test can break. */
async function breakableStore() {
  const engine = await embeddedEngine();
  const rest = await startRedisRest({ port: 0, token: TOKEN, engine });
  closing.push(async () => {
    await rest.close();
    engine.close();
  });
  return rest;
}

/** The sandbox's own facilitators, before each of which stands a double that a test can break. */
async function breakableFacilitators(): Promise<FacilitatorDouble[]> {
  const doubles = await Promise.all(
    sandbox.facilitators.map(({ url }) =>
      startDouble(
        (body) => sandbox.facilitators.find((one) => one.feePayer === feePayerOf(body))?.url ?? url,
      ),
    ),
  );
  closing.push(...doubles.map(({ close }) => close));
  return doubles;
}

/** A receiver of alerts, and the messages that came: `<state> <alert>`. */
async function receiver(): Promise<Listening & { messages: string[] }> {
  const messages: string[] = [];
  const listening = await listen(0, (request, response) => {
    void readJson(request, 100_000).then((body) => {
      if (isRecord(body)) messages.push(`${String(body["state"])} ${String(body["id"])}`);
      response.end();
    });
  });
  closing.push(listening.close);
  return { ...listening, messages };
}

let started: Promise<unknown> = Promise.resolve();
/** Starts services one after another: a busy machine takes too long for all at once. */
function inTurn<T>(start: () => Promise<T>): Promise<T> {
  const next = started.then(start);
  started = next.catch(() => undefined); // its own test tells
  return next;
}

async function openShop(name: string) {
  const [ledger, cache, facilitators, hook] = await Promise.all([
    breakableStore(),
    breakableStore(),
    breakableFacilitators(),
    receiver(),
  ]);
  const [primary, fallback] = facilitators;
  const settings = {
    ...{ LEDGER_REDIS_REST_URL: ledger.url, LEDGER_REDIS_REST_TOKEN: TOKEN },
    ...{ UPSTASH_REDIS_REST_URL: cache.url, UPSTASH_REDIS_REST_TOKEN: TOKEN },
    ...{ FACILITATOR_PRIMARY_URL: primary?.url ?? "", FACILITATOR_FALLBACK_URL: fallback?.url ?? "" },
    ...{ ALERT_WEBHOOK_URL: `${hook.url}/hook`, RATE_LIMIT_PER_MINUTE: "100000" },
  };
  const host = await inTurn(() => startNodeHost(`health-${name}`, settings));
  closing.push(() => host.stop());
  const get = (path: string, secret = ""): Promise<Response> =>
    fetch(host.origin + path, { headers: { authorization: `Bearer ${secret}` } });
  const { CRON_SECRET, OPERATOR_SECRET } = sandbox.serviceEnv;
  return {
    ...{ ledger, cache, facilitators },
    async buy(): Promise<string> {
      const payment = asHeader(await payFor(host.origin, TVL, await newPayer(sandbox, "base")));
      const sale = await post({ origin: host.origin, path: TVL, body: {}, payment });
      return sale.ok ? String(sale.status) : `${sale.status} ${(await refusal(sale)).code}`;
    },
    alive: async () => (await get("/healthz")).status,
    async ready(): Promise<string> {
      const response = await get("/readyz");
      const { reasons } = (await response.json()) as { reasons: string[] }; // as watch.md has it
      return [response.status, ...reasons].join(" ");
    },
    status: async () => {
      const response = await get("/api/status");
      return (await response.json()) as { ok: boolean; degraded: string[] }; // lib/status/answer.ts
    },
    async alerts(): Promise<string[]> {
      const response = await get("/api/operator/metrics", OPERATOR_SECRET);
      const { alerts } = (await response.json()) as { alerts: { name: string; severity: string }[] }; // lib/payments/metrics/answer.ts
      return alerts.map(({ name, severity }) => `${severity} ${name}`);
    },
    /** What receivers were told, once the schedule has run. */
    async told(): Promise<string[]> {
      await get("/api/cron/recover-payments", CRON_SECRET);
      return hook.messages;
    },
  };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

interface Row {
  fault: string;
  name: string;
  /** Breaks the shop, and returns how to mend it. */
  strike(shop: Shop): () => void;
  sale: string;
  /** A busy machine may add reasons of its own. */
  ready: RegExp;
  sells: boolean;
  degraded: string;
  alert: string;
  /** Whether health says that it is over once it is; a facilitator that failed is mistrusted for a minute more. */
  endsAtOnce: boolean;
}

const ofLedger = (name: string, fault: Fault) => ({
  name,
  strike: (shop: Shop) => {
    shop.ledger.setFault(fault);
    return () => shop.ledger.setFault(undefined);
  },
  ...{ sale: "503 store_unavailable", sells: false, degraded: "ledger", endsAtOnce: true },
});

const ROWS: readonly Row[] = [
  {
    ...{ fault: "facilitators that hang", name: "facilitators", endsAtOnce: false },
    strike: ({ facilitators }) => {
      for (const { act } of facilitators)
        for (const operation of ["supported", "verify", "settle"] as const) act(operation, hangs);
      return () => {
        for (const { reset } of facilitators) reset();
      };
    },
    ...{ sale: "503 payments_unavailable", ready: /^200 no_facilitator\b/, sells: false },
    ...{ degraded: "facilitators", alert: "critical no_facilitator" },
  },
  {
    ...{ fault: "a full ledger", ...ofLedger("full", FULL) },
    ...{ ready: /^503 ledger_full\b/, alert: "critical ledger_full" },
  },
  {
    ...{ fault: "a ledger that hangs", ...ofLedger("hung", HUNG) },
    ...{ ready: /^503 ledger_slow\b/, alert: "critical ledger_down" },
  },
  {
    ...{ fault: "a ledger that is gone", ...ofLedger("gone", { kind: "down" }) },
    ...{ ready: /^503 ledger_down\b/, alert: "critical ledger_down" },
  },
  {
    ...{ fault: "a cache that hangs", name: "cache", endsAtOnce: true },
    strike: (shop) => {
      shop.cache.setFault(HUNG);
      return () => shop.cache.setFault(undefined);
    },
    ...{ sale: "200", ready: /^200/, sells: true, degraded: "cache", alert: "warning cache_down" },
  },
];

describe.concurrent(
  "of a lasting fault health, alerts and messages tell, and the service sells again by itself:",
  () => {
    it.for(ROWS)("$fault", CASE, async (row, { expect }) => {
      const shop = await openShop(row.name);
      await expect.poll(shop.buy, UNTIL).toBe("200");
      await expect.poll(shop.ready, UNTIL).toBe("200");
      const mend = row.strike(shop);

      await expect.poll(shop.buy, UNTIL).toBe(row.sale);
      const degraded = expect.arrayContaining([row.degraded]) as string[];
      await expect.poll(shop.status, UNTIL).toMatchObject({ ok: row.sells, degraded });
      await expect.poll(shop.ready, UNTIL).toMatch(row.ready);
      expect(await shop.alive()).toBe(200); // nothing to restart it for
      await expect.poll(shop.alerts, UNTIL).toContain(row.alert);
      const [, alert = ""] = row.alert.split(" ");
      await expect.poll(shop.told, UNTIL).toContain(`firing ${alert}`);

      mend();
      await expect.poll(shop.buy, UNTIL).toBe("200");
      if (!row.endsAtOnce) return;
      await expect.poll(shop.ready, UNTIL).toBe("200");
      await expect.poll(shop.alerts, UNTIL).not.toContain(row.alert);
      await expect.poll(shop.told, UNTIL).toContain(`resolved ${alert}`);
    });
  },
);
