/** Marks for letters of any script: accents, rings, strokes. */
const ANY_SCRIPTS =
  "[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]";
/** What no language writes: one mark again and again, … */
const REPEATED = /(\p{M})\1+/gu;
/** … more than two accents on a letter, … */
const ACCENTS = new RegExp(`(${ANY_SCRIPTS}{2})${ANY_SCRIPTS}+`, "gu");
/** … or more marks than a syllable of Burmese or Tibetan has. */
const MARKS = /(\p{M}{6})\p{M}+/gu;

/** A text whose letters carry no tower of marks, which would cover the lines around it. */
export const withoutStackedMarks = (text: string): string =>
  text.replace(REPEATED, "$1").replace(ACCENTS, "$1").replace(MARKS, "$1");
