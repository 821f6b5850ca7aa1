import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * Every font that the site ships for its share images, as files of a few hundred letters each. Where a package has the
 * same letters as one before it, those of the earlier one are taken.
 */

/** Of these, every part; of the others, what they have of their own script. */
const WHOLE = ["geist", "noto-sans", "noto-sans-symbols", "noto-emoji"] as const;
const [LATIN, EUROPEAN, ...SIGNS] = WHOLE;

/** Scripts that share no letter. */
const SCRIPTS = [
  ...["arabic", "hebrew", "devanagari", "bengali", "gurmukhi", "gujarati", "oriya"],
  ...["tamil", "telugu", "kannada", "malayalam", "sinhala", "thai", "lao", "khmer"],
  ...["myanmar", "georgian", "armenian", "ethiopic", "thaana"],
].map((script) => `noto-sans-${script}`);

/** The same character is drawn in three ways: what else the text holds says which. */
const EAST_ASIAN: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "noto-sans-jp"],
  [/\p{Script=Hangul}/u, "noto-sans-kr"],
  [/(?:)/u, "noto-sans-sc"],
];

/** Parts that a package of another script has besides. */
const BORROWED = new Set(["latin", "latin-ext", "cyrillic", "vietnamese", "math", "symbols"]);

export interface FontFile {
  file: string;
  /** First and last of each range of code points. */
  ranges: readonly (readonly [number, number])[];
}

const inPackage = (name: string, ...rest: string[]): string =>
  path.join(/*turbopackIgnore: true*/ process.cwd(), "node_modules/@fontsource-variable", name, ...rest);

const readRanges = (text: string): FontFile["ranges"] =>
  text.split(",").map((range) => {
    const [first = "", last = first] = range.replace(/^U\+/i, "").split("-");
    return [parseInt(first, 16), parseInt(last, 16)];
  });

const packages = new Map<string, readonly FontFile[]>();

function filesOf(name: string): readonly FontFile[] {
  const known = packages.get(name);
  if (known !== undefined) return known;
  const parts = JSON.parse(readFileSync(inPackage(name, "unicode.json"), "utf8")) as Record<string, string>; // the packages' own format
  const isWhole = WHOLE.some((whole) => whole === name);
  const files = Object.entries(parts)
    .filter(([part]) => isWhole || !BORROWED.has(part))
    .map(([part, ranges]) => ({
      file: inPackage(name, "files", `${name}-${part.replace(/[[\]]/g, "")}-wght-normal.woff2`),
      ranges: readRanges(ranges),
    }));
  packages.set(name, files);
  return files;
}

/** The files in which letters of a text are looked for, the preferred first. */
export function fontFilesFor(text: string): FontFile[] {
  const eastAsian = EAST_ASIAN.filter(([sign]) => sign.test(text)).map(([, name]) => name);
  const names = [LATIN, EUROPEAN, ...eastAsian, ...SCRIPTS, ...SIGNS];
  return names.flatMap(filesOf);
}

export const covers = ({ ranges }: FontFile, codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
