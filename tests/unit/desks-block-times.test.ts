import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { timesApart } from "@/lib/desks/block-times";
import { isRecord } from "@/lib/is-record";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Reading } from "@/lib/sources/source";
import type { Upstream } from "@/sandbox/upstream/server";
import { noStore, reader } from "../fixtures/test-source";
import { DESKS } from "../support/desk-cases";
import { NOW, openMarket } from "../support/desk-matrix";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openMarket();
});
afterAll(() => upstream.close());

/** Ages are compared to a minute: nearer than that, times count as the same. */
const OLD_MS = 7 * 60_000;

/** A reader whose readings of those ids are seven minutes older than they are, and the others as much as is said. */
function readerWithOld(ids: RegExp, othersMs: number): ReadSources {
  const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 30_000, breakerMs: 0 });
  const aged = (one: Reading<unknown>): Reading<unknown> =>
    one.asOf === null
      ? one
      : {
          ...one,
          asOf: new Date(Date.parse(one.asOf) - (ids.test(one.id) ? OLD_MS : othersMs)).toISOString(),
        };
  return async (wanted, context) => {
    const readings = await read(wanted, context);
    const changed = Object.entries(readings).map(([name, one]) => [
      name,
      Array.isArray(one) ? one.map(aged) : aged(one as Reading<unknown>),
    ]);
    return Object.fromEntries(changed) as typeof readings; // each is a reading of what it was of
  };
}

interface Timed {
  dataAsOf: string;
  asOf?: Readonly<Record<string, string>>;
}

const asked = async (name: string, ids: RegExp, othersMs = 0): Promise<Timed & Record<string, unknown>> => {
  const desk = DESKS.find((one) => one.name === name);
  if (desk === undefined) throw new Error(`no case ${name}`);
  return (await desk.ask(readerWithOld(ids, othersMs), NOW)) as unknown as Timed & Record<string, unknown>; // its envelope is checked by `ask`
};

/** The members of an answer that a path names, those of any row of a list. */
const named = (value: unknown, path: string): unknown[] =>
  [...path.matchAll(/[^.[\]]+|\[\]/g)].reduce<unknown[]>(
    (found, [step]) =>
      found.flatMap((one) => {
        if (step === "[]") return Array.isArray(one) ? (one as unknown[]) : [];
        const member: unknown = Array.isArray(one)
          ? one[Number(step)]
          : isRecord(one)
            ? one[step]
            : undefined;
        return member === undefined || member === null ? [] : [member];
      }),
    [value],
  );

/** A block's time as a reader finds it: its own, else that of the block around it, else the answer's. */
function timeOf(answer: Timed, path: string): number {
  const paths = [path, ...[...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index)).toReversed()];
  const reported = paths.map((one) => answer.asOf?.[one]).find((time) => time !== undefined);
  return Date.parse(reported ?? answer.dataAsOf);
}

const NOTHING = /^nothing$/;

describe.each(DESKS.map((desk) => [desk.name] as const))("%s", (name) => {
  it("dates only what stands in its answer", async () => {
    const answer = await asked(name, NOTHING);
    for (const path of Object.keys(answer.asOf ?? {}))
      expect(named(answer, path).length, path).toBeGreaterThan(0);
  });
});

/** Which block tells that a source is older than the others. */
const BLOCKS: readonly (readonly [desk: string, old: RegExp, path: string])[] = [
  ["yields", /^llama\.yields/, "yields"],
  ["macro", /^(fed\.calendar|week-calendar)/, "macro.events"],
  ["macro", /^feed\./, "macro.headlines"],
  ["airdrop", /^llama\./, "candidates"],
  ["listing", /^(binance|okx|upbit|kraken)\.(?!candles|klines)/, "candidates"],
  ["momentum", /^(jupiter|gecko|dexscreener)/, "candidates"],
  ["whales", /taker/, "positioning[].takerRatio1h"],
  ["scalp", /funding/, "scalp[].fundingPct"],
  ["verdict", /^fear-greed/, "supporting.fearGreed"],
  ["wallet without a key, on Base", /^llama\.listed/, "wallet.totalPricedUsd"],
  ["wallets on both chains", /^base\./, "wallets[1]"],
  ["desk-brief", /^meteora\./, "pools"],
  ["desk-brief", /^feed\./, "macro.macro.headlines"],
];

describe("a block whose source is older than the others", () => {
  it.each(BLOCKS)("%s: %s is told by %s", async (name, old, path) => {
    const before = await asked(name, NOTHING);
    const after = await asked(name, old, 2 * OLD_MS); // so that the answer's own time is another
    const aged = timeOf(before, path) - timeOf(after, path);
    expect(aged).toBeGreaterThanOrEqual(OLD_MS - 65_000);
    expect(aged).toBeLessThanOrEqual(OLD_MS + 65_000);
  });

  it.each([
    ["tvl", /^llama\.protocols/, "chains", "topProtocols"],
    ["trenches", /^rugcheck/, "token", "safety"],
    ["trenches-screen", /^rugcheck/, "candidates", "candidates[].safety"],
  ])("%s: with %s older, %s does not take its time from %s", async (name, old, fresh, aged) => {
    const answer = await asked(name, old);
    expect(
      Math.abs(timeOf(answer, fresh) - timeOf(answer, aged)),
      JSON.stringify(answer.asOf),
    ).toBeGreaterThanOrEqual(OLD_MS - 65_000);
    expect(named(answer, fresh).length).toBeGreaterThan(0);
  });
});

describe("times of blocks", () => {
  const AT = "2026-10-07T14:00:00.000Z";
  it("leaves out what is nearer than a minute, and what is not there", () => {
    expect(
      timesApart({ near: "2026-10-07T14:00:59.999Z", gone: null, apart: "2026-10-07T13:59:00.000Z" }, AT),
    ).toEqual({
      apart: "2026-10-07T13:59:00.000Z",
    });
  });
  it("compares a block with the one around it, and no other that begins alike", () => {
    const old = "2026-10-07T12:00:00.000Z";
    expect(
      timesApart({ macro: old, "macro.events": old, "macro.rates": AT, macrocosm: AT, "macro[].a": old }, AT),
    ).toEqual({
      macro: old,
      "macro.rates": AT,
    });
  });
});
