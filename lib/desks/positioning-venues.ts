import type { PositioningSymbol } from "@/lib/catalog/intel/perps";
import type { Reading } from "@/lib/sources/source";
import { type PerpReadings, type Positioned, positionOf, readingsOf } from "./positioning";

/** For each symbol, the venues that were asked, in order of preference. */
export type PositioningInputs = Readonly<Partial<Record<PositioningSymbol, readonly PerpReadings[]>>>;

/** Whether a venue says enough of a symbol for a score; where it does not, the next venue is asked. */
export const hasPositionScore = (symbol: PositioningSymbol, readings: PerpReadings, now: Date): boolean =>
  positionOf(symbol, readings, now).record.score !== null;

/** Of the venues that were asked, the first that gives a score; without one, that which covers most. */
export function bestPosition(
  symbol: PositioningSymbol,
  venues: readonly PerpReadings[],
  now: Date,
): Positioned | null {
  const found = venues.map((readings) => positionOf(symbol, readings, now));
  const covers = ({ credits }: Positioned): number =>
    Object.values<readonly number[]>({ ...credits })
      .flat()
      .reduce((sum, credit) => sum + credit, 0);
  return (
    found.find(({ record }) => record.score !== null) ??
    found.reduce<Positioned | null>(
      (most, one) => (most === null || covers(one) > covers(most) ? one : most),
      null,
    )
  );
}

/** Every reading that was made for the symbols, each once. */
export const positioningReadingsOf = (inputs: PositioningInputs): Reading<unknown>[] => [
  ...new Map(
    Object.values(inputs)
      .flatMap((venues) => venues.flatMap(readingsOf))
      .map((reading) => [reading.id, reading] as const),
  ).values(),
];
