import { describe, expect, it } from "vitest";
import type { Health } from "@/lib/payments/health/can-sell";
import type { Observed } from "@/lib/payments/metrics/alert";
import { alertsOf } from "@/lib/payments/metrics/alerts";
import { fullInDays, ledgerSizesIn } from "@/lib/payments/metrics/ledger-sizes";
import { type Probed, faultIn, isLasting } from "@/lib/store/probe";

const NOW = Date.parse("2026-11-27T03:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const well: Probed = { fault: null, failingSince: null, at: NOW, clockOffMs: 3 };
const failing = (fault: Probed["fault"], forMs: number): Probed => ({
  ...{ fault, failingSince: NOW - forMs, at: NOW, clockOffMs: null },
});
const health: Health = {
  ...{ canSell: true, obstacles: [], since: new Map(), ledger: well, cache: well },
  ...{ facilitators: [], chains: [] },
};
const quiet: Observed = {
  ...{ at: NOW, health, counts: new Map(), failures: new Map(), alarms: new Map(), schedules: [] },
  ...{ selfProbe: null, saleTimes: [], toConfirm: 0, fullInDays: null, settlements: [], doubts: null },
  ...{ payments: null, sales: null, requests: null, ledger: null, budgets: null },
};
const names = (change: Partial<Observed>): string[] =>
  alertsOf({ ...quiet, ...change }).map(({ name, severity }) => `${name} ${severity}`);
const inARow = (name: string, count: number) => new Map([[name, { inARow: count, last: NOW }]]);

describe("alerts", () => {
  it("are none while all is well, nor where nothing could be read", () => {
    expect(names({})).toEqual([]);
    expect(names({ counts: null, toConfirm: null })).toEqual([]);
  });

  it.each([
    [
      "a ledger down for 30 s",
      { health: { ...health, ledger: failing("slow", 30_000) } },
      ["ledger_down critical"],
    ],
    ["a ledger down for a moment", { health: { ...health, ledger: failing("down", 29_999) } }, []],
    [
      "a full ledger, at once",
      { health: { ...health, ledger: failing("full", 0) } },
      ["ledger_full critical"],
    ],
    ["a ledger that is full in two weeks", { fullInDays: 13.9 }, ["ledger_fills_in warning"]],
    ["a ledger that is full in two days", { fullInDays: 2.9 }, ["ledger_fills_in critical"]],
    ["a ledger that is full later", { fullInDays: 14 }, []],
    ["a cache that hangs", { health: { ...health, cache: failing("slow", 30_000) } }, ["cache_down warning"]],
    [
      "a clock that is off",
      { health: { ...health, ledger: { ...well, clockOffMs: -2_001 } } },
      ["clock_off warning"],
    ],
    [
      "no facilitator for a minute",
      { health: { ...health, since: new Map([["no_facilitator", NOW - MINUTE] as const]) } },
      ["no_facilitator critical"],
    ],
    [
      "no facilitator for less",
      { health: { ...health, since: new Map([["no_facilitator", NOW - 59_999] as const]) } },
      [],
    ],
    ["five paid calls in a row", { failures: inARow("paid", 5) }, ["paid_calls_failing critical"]],
    ["four", { failures: inARow("paid", 4) }, []],
    ["five of one route", { failures: inARow("route:intel-tvl", 5) }, ["route_failing warning"]],
    [
      "three of a facilitator",
      { failures: inARow("facilitator:primary", 3) },
      ["facilitator_failing warning"],
    ],
    ["two of a facilitator", { failures: inARow("facilitator:primary", 2) }, []],
    [
      "most of a small shop's paid calls",
      {
        counts: new Map([
          ["sale:intel-tvl:failed", 5],
          ["sale:intel-tvl:answered", 4],
        ]),
      },
      ["many_503 critical"],
    ],
    [
      "half of them",
      {
        counts: new Map([
          ["sale:intel-tvl:failed", 5],
          ["sale:intel-tvl:answered", 5],
        ]),
      },
      [],
    ],
    [
      "a front that refuses twice",
      { selfProbe: { at: NOW, failed: 2, since: NOW, why: "HTTP 502" } },
      ["cannot_be_bought critical"],
    ],
    ["a front that refused once", { selfProbe: { at: NOW, failed: 1, since: NOW, why: "HTTP 502" } }, []],
    ["a full list of confirmations", { toConfirm: 50_000 }, ["confirmations_dropped warning"]],
    [
      "an alarm of the log",
      { alarms: new Map([["books_differ", { since: NOW, last: NOW }] as const]) },
      ["books_differ critical"],
    ],
  ] satisfies [string, Partial<Observed>, string[]][])("of %s", (_, change, expected) => {
    expect(names(change)).toEqual(expected);
  });

  it("of a shop that sells nothing begin after six hours, or ten of its usual gaps", () => {
    const sold = (gapMs: number, lastAgoMs: number, count = 50) => ({
      saleTimes: Array.from({ length: count }, (_, at) => NOW - lastAgoMs - at * gapMs),
    });
    expect(names(sold(MINUTE, 6 * HOUR + 1))).toEqual(["no_sale_in warning"]);
    expect(names(sold(MINUTE, 6 * HOUR))).toEqual([]);
    expect(names(sold(HOUR, 10 * HOUR))).toEqual([]);
    expect(names(sold(HOUR, 10 * HOUR + 1))).toEqual(["no_sale_in warning"]);
    expect(names(sold(MINUTE, 24 * HOUR, 49))).toEqual([]);
  });

  it("of a late schedule are critical only for the recovery", () => {
    const late = (name: "canary" | "recover-payments") => ({
      schedules: [
        {
          ...{ name, lastStart: null, lastSuccess: null, lastError: null, durationMs: null },
          ...{ due: NOW - 1_000, isLate: true },
        },
      ],
    });
    expect(names(late("canary"))).toEqual(["schedule_late warning"]);
    expect(names(late("recover-payments"))).toEqual(["schedule_late critical"]);
  });

  it("come with the worst first, and with what was found beside its threshold", () => {
    const [first, second] = alertsOf({
      ...{ ...quiet, failures: inARow("facilitator:primary", 4) },
      health: { ...health, ledger: failing("full", 90_000) },
    });
    expect(first).toMatchObject({ name: "ledger_full", value: "full", since: "2026-11-27T02:58:30.000Z" });
    expect(second).toMatchObject({ name: "facilitator_failing", value: 4, threshold: 3 });
  });
});

describe("when the ledger is full", () => {
  const DAY = 24 * HOUR;
  const full = (daysAgo: number, bytes: number) =>
    fullInDays([{ at: NOW - daysAgo * DAY, bytes }], 1_000, 2_000, NOW);

  it("is told by the rate since the oldest size, of a day at least", () => {
    expect(full(5, 500)).toBe(10);
    expect(full(0.9, 500)).toBeNull();
    expect(full(5, 1_000)).toBeNull(); // it does not grow
    expect(fullInDays([], 1_000, 2_000, NOW)).toBeNull();
    expect(fullInDays(ledgerSizesIn(["20784", `${NOW - 2 * DAY} 0`]), 1_000, 2_000, NOW)).toBe(2);
  });
});

describe("a store's refusal", () => {
  it.each([
    ["OOM command not allowed when used memory > 'maxmemory'.", "full"],
    ["ERR max database size limit exceeded", "full"],
    ["READONLY You can't write against a read only replica.", "read_only"],
    ["MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist", "read_only"],
    ["WRONGPASS invalid or missing auth token", "refuses_login"],
    ["NOAUTH Authentication required.", "refuses_login"],
    ["fetch failed", "down"],
  ])("%s is %s", (message, fault) => {
    expect(faultIn(new Error(message))).toBe(fault);
  });

  it("by silence is slow", () => {
    expect(faultIn(new DOMException("The operation was aborted due to timeout", "TimeoutError"))).toBe(
      "slow",
    );
  });

  it("lasts only where two probes, 30 seconds apart, failed", () => {
    expect([0, 29_999, 30_000].map((forMs) => isLasting(failing("down", forMs)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isLasting(well)).toBe(false);
  });
});
