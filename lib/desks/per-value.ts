import type { Reading } from "@/lib/sources/source";

/**
 * Remembers what was computed last for a value, for as long as the value lives. Calls that find their sources warm are
 * handed the very same objects, so that a pure function of what never changes needs to run once a reading, not a call.
 */
export function perValue<Value extends object, Beside extends readonly unknown[], Result>(
  compute: (value: Value, ...beside: Beside) => Result,
): (value: Value, ...beside: Beside) => Result {
  const kept = new WeakMap<Value, { beside: Beside; result: Result }>();
  return (value, ...beside) => {
    const last = kept.get(value);
    if (last?.beside.every((one, i) => one === beside[i])) return last.result;
    const result = compute(value, ...beside);
    kept.set(value, { beside, result });
    return result;
  };
}

/**
 * The same for what is made of several things: `keysOf` names all that the result depends on, each compared by identity.
 * The last `most` results are kept.
 */
export function perKeys<Input, Result>(
  keysOf: (input: Input) => readonly unknown[],
  most: number,
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const kept: { keys: readonly unknown[]; result: Result }[] = [];
  return (input) => {
    const keys = keysOf(input);
    const found = kept.find(
      (one) => one.keys.length === keys.length && one.keys.every((key, i) => key === keys[i]),
    );
    if (found !== undefined) return found.result;
    const result = compute(input);
    kept.unshift({ keys, result });
    kept.length = Math.min(kept.length, most);
    return result;
  };
}

/** What a list of readings holds, whenever it was read: `compute` must use nothing else of them. */
export const perReadings = <Value, Result>(
  compute: (readings: readonly Reading<Value>[]) => Result,
): ((readings: readonly Reading<Value>[]) => Result) =>
  perKeys((readings) => readings.flatMap(({ id, value }) => [id, value]), 1, compute);
