export class FlagError extends Error {
  override name = "FlagError";
}

/** A flag's whole number from `min` to `max`; `undefined` when the flag is absent. Throws FlagError otherwise. */
export function wholeNumber(
  flag: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new FlagError(`--${flag} must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

/** The value of a flag that the program can't do without. */
export function required(flag: string, text: string | undefined): string {
  if (text === undefined) throw new FlagError(`--${flag} is missing`);
  return text;
}

/** `--port`: 0 or absent takes any free one. */
export const portFlag = (text: string | undefined): number => wholeNumber("port", text, 0, 65_535) ?? 0;

/** The object without its undefined members, as optional properties want it. */
export function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  // Same keys, undefined ones left out: exactly the mapped type, which fromEntries can't express.
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
