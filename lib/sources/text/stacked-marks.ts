/** Marks for letters of any script: accents, rings, strokes. */
const ANY_SCRIPTS =
  "[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]";
/** What no language writes: one mark again and again, … */
const REPEATED = /(\p{M})\1+/gu;
/** … more than two accents on a letter, … */
const ACCENTS = new RegExp(`(${ANY_SCRIPTS}{2})${ANY_SCRIPTS}+`, "gu");
/** … or more marks than a syllable of Burmese or Tibetan has. */
const MARKS = /(\p{M}{6})\p{M}+/gu;

const withoutStoreys = (text: string): string =>
  text.replace(REPEATED, "$1").replace(ACCENTS, "$1").replace(MARKS, "$1");

/**
 * A text whose letters carry no tower of marks, which would cover the lines around it. A mark that goes lets those around
 * it change places or join a letter (Unicode's canonical order), so that what is left is normalised, and looked at again.
 */
export function withoutStackedMarks(text: string): string {
  let clean = withoutStoreys(text);
  for (let before = text; clean !== before;) {
    before = clean;
    clean = withoutStoreys(clean.normalize("NFC"));
  }
  return clean;
}
