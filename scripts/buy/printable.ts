/** Control characters except a line's end, and what turns the direction of text: a service's words must not steer the terminal. */
const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text from outside as it can be shown: what would steer the terminal stands there as its code. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** More of one line tells a person nothing, and would push away what stands above it. */
const LONGEST_LINE = 400;

/** The same on one line, however long it came: nobody's words may look like further lines of ours. */
export function printableLine(text: string): string {
  const line = printable(text).replaceAll("\n", "\\n");
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

/** JSON indented, or whatever else came, as it can be shown. */
export function printableBody(text: string): string {
  try {
    return printable(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return printable(text); // it is no JSON, so it is shown as it came
  }
}
