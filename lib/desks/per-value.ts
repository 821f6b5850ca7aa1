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
