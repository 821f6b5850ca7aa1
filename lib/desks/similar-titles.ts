/** Words that say nothing of what a headline is about. */
const FILLERS = new Set(
  "a an and as at be by for from has have in into is it its of on or over says that the to was with".split(
    " ",
  ),
);

/** The words of a title, in lower case, without fillers; amounts such as `$76,000` and `4.5%` are one word each. */
export function wordsOf(title: string): Set<string> {
  const words = title.toLowerCase().match(/[$€£]?\d[\d.,]*\d%?|[$€£]?\d%?|[\p{L}\p{N}]+/gu) ?? [];
  const significant = words.filter((word) => !FILLERS.has(word));
  return new Set(significant.length > 0 ? significant : words);
}

/** Fewer words in common are no sign of one story. */
const MIN_SHARED = 4;

/**
 * How much two titles share, 0 to 1: words in both over words in either. 0 where they share fewer than four words, or
 * where one has a number that the other has not: another amount is another story.
 */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  if (shared < MIN_SHARED) return 0;
  const differ = (from: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    [...from].some((word) => /\d/.test(word) && !other.has(word));
  return differ(a, b) || differ(b, a) ? 0 : shared / (a.size + b.size - shared);
}
