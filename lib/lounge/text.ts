import { INVISIBLE } from "@/lib/sources/text/clean-text";
import { withoutStackedMarks } from "@/lib/sources/text/stacked-marks";

/** What can't be seen, but for the end of a line: it hides text from people and not from machines. */
const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, (found) => (found === "\n" ? found : ""));

/** Besides those of any text, Braille's pattern without a dot. */
const BLANK = /[\t\u2800]/g;

/** A creator's text as it is published: NFKC, nothing invisible, no towers of marks, lines kept, no blank at the end of one. */
export const cleanText = (raw: string): string =>
  withoutStackedMarks(
    withoutInvisible(
      raw
        .normalize("NFKC")
        .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
        .replace(BLANK, " "),
    ).normalize("NFKC"), // a letter and its accent may have stood apart by what is gone
  )
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();

/** The same as one line. */
export const cleanLine = (raw: string): string => cleanText(raw).replace(/\s+/g, " ");

/** Characters as people count them, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length;

/** The first characters of a text, never more than `most`, up to the end of a word where there is one. */
export function beginningOf(text: string, most: number): string {
  const line = [...cleanLine(text)];
  const start = line.slice(0, most).join("");
  if (line.length <= most || line[most] === " ") return start.trimEnd();
  const lastBlank = start.lastIndexOf(" ");
  return lastBlank > 0 ? start.slice(0, lastBlank) : start;
}
