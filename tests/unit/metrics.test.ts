import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type * as logModule from "@/lib/http/log";
import type { metrics as metricsHandler } from "@/lib/payments/metrics/handler";
import type * as alarmsModule from "@/lib/store/alarms";
import { tokenSettings } from "@/sandbox/own-token";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const ADDRESS = "So11111111111111111111111111111111111111112";
const BUDGETS = {
  ...{ CHAT_MODELS: "a-model", CHAT_DAILY_TOKENS: "2000000", CHAT_NEWCOMERS_DAILY_TOKENS: "100000" },
  ...tokenSettings({ mint: ADDRESS, decimals: 6, treasury: ADDRESS, pool: ADDRESS }),
  ...{ TOKEN_DAILY_CAP_USD: "1000", SOLANA_RPC_URL: "http://127.0.0.1:1" },
};
let redis: Awaited<ReturnType<typeof startRedisRest>>;
let engine: Awaited<ReturnType<typeof embeddedEngine>>;
let requests = 0;
let metrics: typeof metricsHandler;
/** Of a service that has a language model for its chat, and sells for its own token. */
let offering: typeof metricsHandler;
let prefix: string;
/** Of the first service's process. */
let log: typeof logModule.log;
let forgetAlarm: typeof alarmsModule.forgetAlarm;

const ask = async (...words: (string | number)[]) =>
  (await engine.run([words.map((word) => Buffer.from(String(word)))], false))[0];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  engine = await embeddedEngine();
  redis = await startRedisRest({
    ...{ port: 0, token: "t" },
    engine: { ...engine, run: (commands, atomic) => ((requests += 1), engine.run(commands, atomic)) },
  });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.stubEnv("LEDGER_CAPACITY_BYTES", "1000000");
  for (const place of ["PRIMARY", "FALLBACK"]) vi.stubEnv(`FACILITATOR_${place}_URL`, "http://127.0.0.1:1");
  const { keys } = await import("@/lib/store/keys");
  ({ log } = await import("@/lib/http/log"));
  ({ forgetAlarm } = await import("@/lib/store/alarms"));
  prefix = keys.openPayments().replace(/ledger:open$/, "");
  ({ metrics } = await import("@/lib/payments/metrics/handler"));
  for (const [name, value] of Object.entries(BUDGETS)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  ({ metrics: offering } = await import("@/lib/payments/metrics/handler"));
});
afterAll(async () => {
  await redis.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const context = () => ({ now: new Date(), signal: new AbortController().signal, headers: new Headers() });
const read = async () => (await metrics({}, context())).answer;
const names = async () => (await read()).alerts.map(({ name }) => name);
const key = (name: string): string => prefix + name;

async function open(payment: string, state: string, ageSec: number): Promise<void> {
  await ask("ZADD", key("ledger:open"), NOW - ageSec * 1000, payment);
  await ask("HSET", key(`ledger:{${payment}}:record`), "state", state, "facts", "{}", "receipt", "");
}

describe("the operators' document", () => {
  it("has nothing to say of an empty ledger", async () => {
    await ask("FLUSHALL");
    expect(await read()).toMatchObject({
      payments: { open: 0, oldestOpenSec: null, unknown: 0, debts: 0 },
      ledger: { journalLines: 0, capacityBytes: 1_000_000 },
      alerts: [],
    });
  });

  it("alerts of what has been open for more than five minutes, and of nothing that has not", async () => {
    await ask("FLUSHALL");
    await open("young", "unknown", 300);
    await open("settling", "settling", 299);
    expect(await names()).toEqual([]);
    await open("old", "unknown", 301);
    expect(await names()).toEqual(["payment_unknown_too_long"]);
    expect((await read()).payments).toMatchObject({ open: 3, unknown: 2, oldestUnknownSec: 301 });
    await ask("ZREM", key("ledger:open"), "old");
    await open("due", "credited", 400);
    expect(await names()).toEqual(["payment_open_too_long"]);
  });

  it("alerts of debts, of a full ledger and of failures, each by what was counted", async () => {
    await ask("FLUSHALL");
    const hour = Math.floor(NOW / 3_600_000);
    await ask(
      "HSET",
      key(`counters:${hour}`),
      "status:200",
      80,
      "status:503",
      4,
      "settle:primary:settled",
      8,
    );
    await ask("HSET", key(`counters:${hour - 1}`), "status:429", 16, "settle:primary:unknown", 1);
    await ask("HSET", key("ledger:journal"), "20779", 2_799);
    expect(await read()).toMatchObject({
      alerts: [],
      requests: { all: 100, share429: 0.16, share503: 0.04 },
      settlements: [{ facilitator: "primary", asked: 9, settled: 8 }],
    });
    await ask("HINCRBY", key(`counters:${hour}`), "settle:primary:unknown", 1);
    await ask("HINCRBY", key(`counters:${hour}`), "status:503", 3);
    await ask("HINCRBY", key(`counters:${hour}`), "status:429", 10);
    await ask("HSET", key("ledger:journal"), "20778", 1);
    for (const debt of ["owed", "served since"]) {
      await ask("ZADD", key("ledger:debts"), NOW - 60_000, debt);
      await ask("HSET", key("ledger:debt-notes"), debt, "{}");
    }
    await ask("HSET", key("ledger:{served since}:record"), "state", "settled", "facts", "{}", "receipt", "");
    expect((await read()).payments).toMatchObject({ debts: 1, oldestDebtSec: 60 });
    expect(await names()).toEqual([
      "many_503",
      "ledger_nearly_full",
      "facilitator_failing",
      "many_429",
      "debts",
    ]);
  });

  it("alerts at a facilitator's unknown word, and at sales by a facilitator's word alone while our node is silent", async () => {
    await ask("FLUSHALL");
    const happens = (name: string) =>
      ask("HINCRBY", key(`counters:${Math.floor(Date.now() / 3_600_000)}`), name, 1);
    await happens("refusal:primary:contradicted");
    await happens("unseen:watched");
    await happens("refusal:primary:unknown");
    await happens("unseen:silent");
    await happens("unseen:used-up");
    expect(await names()).toEqual([]); // each alert comes from the log's event
    log.error("facilitator_refusal_unknown", { facilitator: "primary", code: "a_new_one" });
    expect(await names()).toEqual(["facilitator_refusal_unknown"]);
    log.error("sold_unseen_in_silence", { network: "eip155:84532", amount: "20000", isPlaced: true });
    expect(await names()).toEqual(["sold_unseen_in_silence", "facilitator_refusal_unknown"]);
    expect((await read()).doubts).toEqual({
      ...{ unknownRefusals: 1, contradicted: 1, watched: 1, inSilence: 1, usedUp: 1 },
    });
    for (const event of ["facilitator_refusal_unknown", "sold_unseen_in_silence"] as const)
      forgetAlarm(event);
  });

  it("alerts before wallets that never paid have used up what may be done for them in vain", async () => {
    await ask("FLUSHALL");
    const counts = (work: number): Promise<unknown> =>
      ask("ZADD", key("ledger:in-vain"), Date.now() + 60_000, `work ${work}`);
    for (let work = 0; work < 799; work += 1) await counts(work);
    await ask("ZADD", key("ledger:in-vain"), Date.now() - 1, "over an hour ago");
    expect(await names()).toEqual([]);
    await counts(799);
    expect((await read()).budgets).toMatchObject({ newcomers: { used: 800, most: 1_000, share: 0.8 } });
    expect(await names()).toEqual(["newcomers_budget_near_its_end"]);
  });

  it("alerts of what is used of a day's budgets from 80 % on, and names each that is", async () => {
    await ask("FLUSHALL");
    const day = "2026-11-22";
    const use = async (all: number, newcomers: number, ownToken: number): Promise<void> => {
      await ask("SET", key(`ledger:chat-tokens:${day}:all`), all);
      await ask("SET", key(`ledger:chat-tokens:${day}:newcomers`), newcomers);
      await ask("SET", key(`ledger:token-sold:${Date.parse(day) / 86_400_000}`), ownToken * 1_000_000);
    };
    const alerts = async () => (await offering({}, context())).answer.alerts;
    await use(1_580_000, 79_000, 790);
    expect(await alerts()).toEqual([]);
    await use(1_600_000, 79_000, 790);
    const [chat, ...others] = await alerts();
    expect([chat?.name, others]).toEqual(["daily_budget_near_its_end", []]);
    expect(chat?.message).toContain("00:00 UTC: 80 % of CHAT_DAILY_TOKENS. Beyond");
    await use(0, 80_000, 800);
    const [two] = await alerts();
    expect(two?.message).toContain(
      ": 80 % of CHAT_NEWCOMERS_DAILY_TOKENS, 80 % of TOKEN_DAILY_CAP_USD. Beyond",
    );
    // What is not offered has no budget.
    expect((await read()).budgets).toMatchObject({ chatTokens: null, ownToken: null });
    expect(await names()).toEqual([]);
  });

  it("alerts of sales whose money was not seen, of each kind while it lasts, and of unbacked ones for a day", async () => {
    await ask("FLUSHALL");
    const suspect = async (payment: string, trust: string, ageSec: number): Promise<void> => {
      await ask("ZADD", key("ledger:suspects"), NOW - ageSec * 1000, payment);
      await ask("HSET", key(`ledger:{${payment}}:record`), "state", "settled", "trust", trust);
    };
    await suspect("long ago", "unbacked", 86_401);
    await suspect("back", "reorganised", 5);
    await ask("ZADD", key("ledger:suspects"), NOW, "record run out");
    expect(await names()).toEqual([]);
    await suspect("one", "unconfirmed", 61);
    await suspect("two", "unconfirmed", 90);
    await suspect("three", "disputed", 300);
    await suspect("four", "unbacked", 86_399);
    expect((await read()).sales).toEqual({
      ...{ unconfirmed: 2, oldestUnconfirmedSec: 90, disputed: 1, unbackedDay: 1 },
    });
    expect(await names()).toEqual(["sales_disputed", "sales_unbacked", "sales_unconfirmed"]);
    const { serviceMetrics } = await import("@/host/service-metrics");
    const text = await serviceMetrics(await read());
    for (const line of [
      "svc_sales_unconfirmed 2",
      "svc_sales_oldest_unconfirmed_seconds 90",
      "svc_sales_disputed 1",
      "svc_sales_unbacked_day 1",
      'svc_budget_used_share{budget="newcomers"} 0',
      'svc_alert{name="sales_disputed",severity="critical",runbook="docs/runbooks/rpc-lies.md"} 1',
    ])
      expect(text).toContain(`${line}\n`);
    await ask("HSET", key("ledger:{three}:record"), "trust", "confirmed");
    expect(await names()).toEqual(["sales_unbacked", "sales_unconfirmed"]);
  });

  it("costs a few trips, however much the ledger holds, and none for the cache that is gone", async () => {
    await ask("FLUSHALL");
    for (let at = 0; at < 450; at++) await open(`payment:${at}`, at < 250 ? "settling" : "unknown", 450 - at);
    const before = requests;
    const { payments } = await read();
    expect(requests - before).toBeLessThanOrEqual(11);
    expect(payments).toMatchObject({ open: 450, oldestOpenSec: 450 });
  });

  it("is still read where the counts can't be, or the store does not tell its size", async () => {
    await ask("FLUSHALL");
    const failing = (name: string) =>
      redis.setFault({
        kind: "error",
        status: 400,
        message: "ERR no",
        when: (commands) => commands.some((words) => words.join(" ").includes(name)),
      });
    failing("counters:");
    expect(await read()).toMatchObject({ requests: null, settlements: [], alerts: [] });
    failing("INFO");
    expect((await read()).ledger).toMatchObject({ usedBytes: null, usedShare: 0 });
    failing("ledger:debts");
    expect(await read()).toMatchObject({ payments: null, sales: { disputed: 0 } });
    redis.setFault(undefined);
  });
});

describe("counting", () => {
  it("sends a batch now and then, and loses none that is sent", async () => {
    await ask("FLUSHALL");
    vi.setSystemTime(NOW);
    const { countEvent } = await import("@/lib/store/counters");
    const work: Promise<unknown>[] = [];
    const background = (one: Promise<unknown>) => void work.push(one);
    const before = requests;
    for (let event = 0; event < 1_000; event++) countEvent("status:200", background);
    await Promise.all(work);
    expect(requests - before).toBe(1);
    vi.setSystemTime(NOW + 10_000);
    countEvent("status:200", background);
    await Promise.all(work);
    expect((await read()).requests?.all).toBe(1_001);
  });
});
