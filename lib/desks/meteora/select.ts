import type { Pool } from "@/lib/sources/meteora/pool";
import type { Reading } from "@/lib/sources/source";
import { MAX_TURNOVER } from "./score";

/** What a caller's hint led to. */
export type Hint =
  { kind: "none" } | { kind: "unread" } | { kind: "unmatched" } | { kind: "matched"; pools: readonly Pool[] };

/** By what its look-up gave; `reading` is null without a hint. */
export function hintOf(reading: Reading<Pool[]> | null): Hint {
  if (reading === null) return { kind: "none" };
  const { value: pools } = reading;
  if (pools === null) return { kind: "unread" };
  return pools.length === 0 ? { kind: "unmatched" } : { kind: "matched", pools };
}

const rate = ({ feesDay, tvl }: Pool): number => (feesDay === null || tvl === null ? 0 : feesDay / tvl);
/** Without fees, or with a turnover that no market has: whatever its size or rate, it comes last. */
const doubtful = ({ volumeDay, feesDay, tvl }: Pool): boolean =>
  !feesDay || tvl === null || (volumeDay !== null && volumeDay / tvl > MAX_TURNOVER);

/** The pools that are shown: the hint's, or else those of the list, by their rate or by their size. */
export function shownPools(
  list: readonly Pool[],
  hint: Hint,
  { sortByApy, limit }: { sortByApy: boolean; limit: number },
): Pool[] {
  if (hint.kind === "unread" || hint.kind === "unmatched") return [];
  const by = sortByApy ? rate : ({ tvl }: Pool): number => tvl ?? 0;
  return (hint.kind === "matched" ? hint.pools : list)
    .toSorted((a, b) => Number(doubtful(a)) - Number(doubtful(b)) || by(b) - by(a))
    .slice(0, limit);
}
