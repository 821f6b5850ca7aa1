import { limits } from "../curated/plausibility";
import { gave } from "./doubt";
import { SourceError } from "./source";

/** Throws SourceError `implausible`: the source's headline figure can't be believed, so the next source is asked. */
export function disbelieve(path: string, got: number | null, want: string): never {
  throw new SourceError("implausible", `${gave(path, got)}: ${want}; not believed`);
}

/** A figure within its bounds, both included. Throws SourceError `implausible`. */
export function within(path: string, got: number, { least, most }: { least: number; most: number }): number {
  if (got < least || got > most) disbelieve(path, got, `outside ${least} to ${most}`);
  return got;
}

/** Throws SourceError `implausible` for a last trade that is outside bid and ask, or where these are far apart. Null: not said. */
export function checkSpread(path: string, price: number, bid: number | null, ask: number | null): void {
  const { outsideSpread, spread } = limits.quote;
  checkRange(path, price, bid, ask, outsideSpread, "bid and ask");
  if (bid !== null && ask !== null && Math.abs(ask / bid - 1) > spread)
    disbelieve(path, price, `its bid ${bid} and ask ${ask} are far apart`);
}

/** Throws SourceError `implausible` for a price outside a range of the same answer by more than a share of it. Null: not said. */
export function checkRange(
  path: string,
  price: number,
  low: number | null,
  high: number | null,
  beyond: number,
  name = "day range",
): void {
  if ((low !== null && price < low * (1 - beyond)) || (high !== null && price > high * (1 + beyond)))
    disbelieve(path, price, `outside its own ${name}, ${low ?? "unknown"} to ${high ?? "unknown"}`);
}
