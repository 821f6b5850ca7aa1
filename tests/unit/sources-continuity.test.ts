import { describe, expect, it } from "vitest";
import { limits } from "@/lib/curated/plausibility";
import { doubtedCredit, openDoubts } from "@/lib/sources/doubt";
import { type Entry, toEntry } from "@/lib/sources/fetcher/cache-entry";
import { type Baseline, decodeBaseline, judged } from "@/lib/sources/fetcher/continuity";
import { llamaChains, reduceChains } from "@/lib/sources/llama";
import { numberSource } from "../fixtures/test-source";

const T0 = Date.UTC(2026, 9, 7, 14);
const MINUTE = 60_000;
const source = numberSource("coin", {
  baseline: (price) => ({ price }),
  steps: () => limits.steps.largeCoin,
});
const read = (value: number, minutes: number): Entry<number> => {
  const at = T0 + minutes * MINUTE;
  return { value, asOf: at, fetchedAt: at, doubts: [] };
};

/** Reads one figure after another, a minute apart; gives what each reading's open doubts and credit are. */
function readings(values: readonly number[], everyMinutes = 1) {
  let baseline: Baseline | null = null;
  return values.map((value, i) => {
    const next = judged(source, read(value, i * everyMinutes), baseline, "web");
    baseline = next.baseline;
    return {
      open: openDoubts(next.entry).length,
      credit: doubtedCredit(next.entry),
      base: next.baseline.figures.price?.value,
    };
  });
}

describe("a figure beside the last reading's", () => {
  it("is believed when it is the first, and when it moved no farther than it may", () => {
    expect(readings([60_000, 65_000, 60_500]).map(({ open }) => open)).toEqual([0, 0, 0]);
  });

  it("is doubted when it moved too far, and never becomes what the next is compared with", () => {
    expect(readings([60_000, 90_000, 60_000])).toEqual([
      { open: 0, credit: 1, base: 60_000 },
      { open: 1, credit: 0.5, base: 60_000 },
      { open: 0, credit: 1, base: 60_000 },
    ]);
  });

  it("is believed after three readings over its hold time, with half credit while the note stands", () => {
    const held = readings([60_000, 20_000, 20_100, 19_900, 20_000, 20_050, 20_000, 20_010]);
    expect(held.map(({ open }) => open)).toEqual([0, 1, 1, 1, 1, 1, 0, 0]);
    expect(held[6]).toMatchObject({ credit: 0.5, base: 20_000 });
    expect(held[7]?.credit).toBe(0.5);
  });

  it("is not believed for having stood while it goes on moving", () => {
    const wild = readings([60_000, 20_000, 30_000, 20_000, 30_000, 20_000, 30_000, 20_000]);
    expect(wild.slice(1).every(({ open }) => open === 1)).toBe(true);
  });

  it("may move farther the longer ago the last one was, and as far as it likes after a day", () => {
    expect(readings([60_000, 48_000], 30)[1]?.open).toBe(0);
    expect(readings([60_000, 36_000], 12 * 60)[1]?.open).toBe(0);
    expect(readings([60_000, 6_000], 25 * 60)[1]?.open).toBe(0);
  });

  it("of another origin, or that cannot be read, is compared with nothing", () => {
    const { baseline } = judged(source, read(60_000, 0), null, "http://replay");
    const raw = JSON.stringify(baseline);
    expect(decodeBaseline(raw, "http://replay")).toEqual(baseline);
    for (const other of [decodeBaseline(raw, "web"), decodeBaseline("{", "web"), decodeBaseline(null, "web")])
      expect(other).toBeNull();
  });
});

describe("a list beside the last reading's", () => {
  const list = numberSource("list", {
    baseline: (rows): Readonly<Record<string, number>> =>
      rows > 1 ? { Ethereum: 6, Solana: 2 } : { Solana: 2 },
    steps: () => ({ most: [], holdMs: 15 * MINUTE, noteMs: MINUTE, lasting: "list" }),
  });

  it("that lacks what the last one had says what is missing", () => {
    const { baseline } = judged(list, read(2, 0), null, "web");
    const next = judged(list, read(1, 1), baseline, "web");
    expect(next.entry.doubts).toMatchObject([{ path: "Ethereum", rule: "list", scope: "list" }]);
    expect(next.baseline.figures.Ethereum?.value).toBe(6);
  });

  it("doubts the row alone of what is small, and forgets what was small enough to leave", () => {
    const chains = (rows: readonly { name: string; tvl: number }[]) => toEntry(reduceChains(rows), T0);
    const all = [
      { name: "Ethereum", tvl: 5e10 },
      { name: "Middling", tvl: 4e8 },
      { name: "Small", tvl: 1e7 },
    ];
    const { baseline } = judged(llamaChains, chains(all), null, "web");
    const missing = (name: string) =>
      judged(
        llamaChains,
        chains(all.filter((row) => row.name !== name)),
        baseline,
        "web",
      ).entry.doubts.filter(({ rule, path }) => rule === "list" && path.includes(name));
    expect(missing("Ethereum")).toMatchObject([{ scope: "list" }]);
    expect(missing("Middling")).toMatchObject([{ scope: "row" }]);
    expect(missing("Small")).toEqual([]);
  });
});
