import { limits } from "../curated/plausibility";
import { newestTime, type OpenInterest, type Ratios, type TakerVolumes } from "./derivatives";
import { disbelieve, within } from "./disbelieve";
import { type Doubt, rowsDoubted } from "./doubt";
import type { Reduced } from "./source";

/** How many rows the middle is taken of. */
const AROUND = 6;

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Rows of a series without those that stand out: farther by `times` from the middle of the six rows before and after than anything
 * moves. Two rows that moved alike are a move. Throws SourceError `implausible` when the newest row stands out, or the series stood
 * still for longer than anything does.
 *
 * `rows`: oldest first.
 */
export function believedRows<Row extends readonly [number, ...unknown[]]>(
  name: string,
  rows: readonly Row[],
  valueOf: (row: Row) => number,
  times: number,
): { value: Row[]; doubts: Doubt[] } {
  const values = rows.map(valueOf);
  const off = (i: number): boolean => {
    const before = values.slice(Math.max(0, i - AROUND), i);
    const after = values.slice(i + 1, i + 1 + AROUND);
    const own = values[i] ?? Number.NaN;
    return (
      before.length + after.length >= 2 &&
      [before, after].every((side) => side.length === 0 || isApart(own, middle(side), times)) &&
      !(isApart(middle(before), middle(after), times) && before.length > 0 && after.length > 0)
    );
  };
  const last = values.length - 1;
  if (off(last))
    disbelieve(
      `the newest ${name}`,
      values[last] ?? null,
      `about ${round(middle(values.slice(-AROUND - 1, -1)))} in the hours before`,
    );
  if (values.length >= limits.frozenRows && new Set(values.slice(-limits.frozenRows)).size === 1)
    disbelieve(name, values[last] ?? null, `the same in ${limits.frozenRows} rows`);
  const odd = rows.filter((_, i) => off(i));
  return {
    value: rows.filter((row) => !odd.includes(row)),
    doubts: rowsDoubted(
      "continuity",
      odd.map(([at]) => new Date(at).toISOString().slice(0, 16)),
      rows.length,
      `${name} far from the rows beside`,
    ).map((one) => ({ ...one, share: 1 })),
  };
}

const isApart = (a: number, b: number, times: number): boolean => a > b * times || a < b / times;
const round = (value: number): number => Number(value.toPrecision(4));

/** Rows that a series of even steps lacks, as one doubt. `rows`: oldest first, `[at in milliseconds, …]`. */
function gapDoubts(name: string, rows: readonly (readonly [number, ...unknown[]])[]): Doubt[] {
  const steps = rows.slice(1).map(([at], i) => at - (rows[i]?.[0] ?? at));
  const usual = Math.min(...steps);
  const lacking = steps.reduce((sum, step) => sum + Math.round(step / usual) - 1, 0);
  if (steps.length === 0 || lacking === 0) return [];
  const share = lacking / (rows.length + lacking);
  return [{ path: `rows that ${name} lacks`, rule: "list", scope: "row", got: lacking, want: "none", share }];
}

/**
 * Volumes that takers bought and sold, oldest first, as a reduced answer: a bucket that is farther to one side than trade is, or has
 * none, is dropped. Throws SourceError `implausible` when the newest is such a bucket. `asOf`: when the newest ended.
 */
export function believedTaker(
  value: TakerVolumes,
  asOf: Date,
  unread: readonly Doubt[],
): Reduced<TakerVolumes> {
  const isOdd = ([, bought, sold]: TakerVolumes[number]): boolean =>
    Math.min(bought, sold) * limits.takerTimes <= Math.max(bought, sold);
  const newest = value.at(-1);
  const want = `one side at most ${limits.takerTimes} times the other`;
  if (newest !== undefined && isOdd(newest))
    disbelieve("what takers bought in the newest bucket", newest[1], want);
  const odd = value.filter(isOdd);
  const doubts = rowsDoubted(
    "bound",
    odd.map(([at]) => new Date(at).toISOString()),
    value.length,
    want,
  );
  return {
    value: value.filter((one) => !odd.includes(one)),
    asOf,
    doubts: [...unread, ...gapDoubts("taker volume", value), ...doubts.map((one) => ({ ...one, share: 1 }))],
  };
}

/** Long ÷ short ratios, oldest first, as a reduced answer. Throws SourceError `implausible`, as `believedRows` does. */
export function believedRatios(
  rows: readonly Ratios[number][],
  unread: readonly Doubt[] = [],
): Reduced<Ratios> {
  const { times, ...bounds } = limits.ratio;
  const newest = rows.at(-1)?.[1];
  if (newest !== undefined) within("the newest long ÷ short", newest, bounds);
  const { value, doubts } = believedRows("long ÷ short", rows, ([, ratio]) => ratio, times);
  return {
    value,
    asOf: newestTime(value),
    doubts: [...unread, ...gapDoubts("long ÷ short", rows), ...doubts],
  };
}

/**
 * Open interest, oldest first, as a reduced answer: coins may not stand out, nor may the price that dollars and coins give. Throws
 * SourceError `implausible`, as `believedRows` does.
 */
export function believedInterest(
  rows: readonly OpenInterest[number][],
  unread: readonly Doubt[] = [],
): Reduced<OpenInterest> {
  const { times, mostUsd } = limits.openInterest;
  const coins = believedRows("open interest in coins", rows, ([, held]) => held, times);
  const priced = believedRows(
    "price in the open interest",
    coins.value,
    ([, held, usd]) => (usd ?? held) / held,
    times,
  );
  const newest = priced.value.at(-1)?.[2] ?? 0;
  if (newest > mostUsd) disbelieve("open interest in dollars", newest, `at most ${mostUsd}`);
  return {
    value: priced.value,
    asOf: newestTime(priced.value),
    doubts: [...unread, ...gapDoubts("open interest", rows), ...coins.doubts, ...priced.doubts],
  };
}
