import { SETTINGS } from "../../lib/env";

const MAX_DISTANCE = 2;
/** Shorter names, such as PORT, are near too many others. */
const MIN_LENGTH = 7;

/** Returns how many characters must be inserted, removed or replaced to make one text of the other (Levenshtein). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1)
      next.push(
        Math.min(
          (row[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (row[at - 1] ?? 0) + (other[at - 1] === character ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Returns the setting that an unknown variable was probably meant to be, or null. */
export function nearName(name: string): string | null {
  if (name in SETTINGS) return null;
  const near = Object.keys(SETTINGS)
    .filter((known) => known.length >= MIN_LENGTH)
    .map((known) => ({ known, distance: editDistance(name.toUpperCase(), known) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.known ?? null;
}
