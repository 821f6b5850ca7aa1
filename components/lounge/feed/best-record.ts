import type { LoungeCreatorAnswer } from "@/lib/lounge/creator/answer";
import type { ListedSignal } from "@/lib/lounge/feed/answer";

export type CreatorRecord = LoungeCreatorAnswer["record"];

/** So many creators' records are read for one page. */
export const MOST_CREATORS = 12;

/** Those whose record can speak for a signal, newest first: whoever proved none may have borrowed a good wallet's name. */
export const creatorsToRank = (signals: readonly ListedSignal[]): string[] =>
  [
    ...new Set(
      signals
        .filter(({ creator, asset }) => creator.proof !== "unproved" && asset !== null)
        .map(({ creator }) => creator.wallet),
    ),
  ].slice(0, MOST_CREATORS);

/**
 * By how much a record's interval lies above what its calls would have hit anyway: its low end less the base rate. Null
 * below thirty scored calls, of which no rate is told.
 */
export const edgeOf = ({ interval95, baseRate }: CreatorRecord): number | null =>
  interval95 === null || baseRate === null ? null : interval95.low - baseRate;

const edgeOfSignal = (
  { creator, asset }: ListedSignal,
  records: ReadonlyMap<string, CreatorRecord>,
): number | null => {
  const record = creator.proof === "unproved" || asset === null ? undefined : records.get(creator.wallet);
  return record === undefined ? null : edgeOf(record);
};

/** Signals by their creators' records, best first; those without a rank come after, in the order that they came in. */
export function rankByRecord(
  signals: readonly ListedSignal[],
  records: ReadonlyMap<string, CreatorRecord>,
): readonly ListedSignal[] {
  const edge = (signal: ListedSignal): number => edgeOfSignal(signal, records) ?? Number.NEGATIVE_INFINITY;
  return [...signals].sort((a, b) => {
    const [one, other] = [edge(a), edge(b)];
    return one === other ? 0 : other - one;
  });
}
