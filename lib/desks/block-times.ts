import type { Reading } from "@/lib/sources/source";

/** When the data of an answer's blocks is from, by the blocks' paths, outer ones first; null for one that is not there. */
export type BlockTimes = Readonly<Record<string, string | null>>;

/** Nearer than this is the same time: what one call reads is moments apart. */
const SAME_MS = 60_000;

/** When the oldest of the readings is from; null when none has a value. */
export const oldestOf = (readings: readonly (Reading<unknown> | null)[]): string | null =>
  timesOf(readings)[0] ?? null;

/** When the newest is from: for headlines, whose feeds are dated by their newest. */
export const newestOf = (readings: readonly (Reading<unknown> | null)[]): string | null =>
  timesOf(readings).at(-1) ?? null;

const timesOf = (readings: readonly (Reading<unknown> | null)[]): string[] =>
  readings
    .flatMap((reading) => (reading === null || reading.value === null ? [] : (reading.asOf ?? [])))
    .sort();

/** An instant of milliseconds as the others are written. */
export const timeAt = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** The earliest of the times that are known. */
export const earliest = (times: readonly (string | null)[]): string | null =>
  times.filter((time) => time !== null).sort()[0] ?? null;

/** The blocks whose time is another than that of the block around them, or else than the whole answer's. */
export function timesApart(blocks: BlockTimes, dataAsOf: string): Record<string, string> {
  const times: Record<string, string> = {};
  for (const [path, time] of Object.entries(blocks)) {
    if (time === null) continue;
    const around = Object.keys(times).findLast(
      (outer) => /^[.[]/.test(path.slice(outer.length)) && path.startsWith(outer),
    );
    const given = around === undefined ? dataAsOf : (times[around] ?? dataAsOf);
    if (Math.abs(Date.parse(time) - Date.parse(given)) >= SAME_MS) times[path] = time;
  }
  return times;
}

/** The same blocks within another answer, in which they stand under `at`. */
export const within = (at: string, blocks: BlockTimes): BlockTimes =>
  Object.fromEntries(Object.entries(blocks).map(([path, time]) => [`${at}.${path}`, time]));
