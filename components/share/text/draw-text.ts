import { directionOf, type ShapedLine, shapeLine, type Typeface, typefaceFor } from "./shape";

/** More of a text is not drawn, whoever wrote it. */
const MOST_LETTERS = 280;
const ELLIPSIS = "…";
/** Room below the last line, by the size: some scripts reach further down than Latin does. */
const DESCENT = 0.2;

/** Height of capital letters, by the size. */
const CAPITALS = 0.7;

const words = new Intl.Segmenter(undefined, { granularity: "word" });
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A size in pixels, and how many lines of it there is room for. */
export interface Fit {
  size: number;
  lines: number;
}

export interface TextStyle {
  /** Pixels. */
  width: number;
  /** The first in which the whole text has room is taken; of a longer text the last shows the beginning. */
  fits: readonly [Fit, ...Fit[]];
  /** 100 to 900. */
  weight: number;
  /** Of CSS. */
  color: string;
  /** Baseline to baseline, by the size. */
  leading?: number;
  /** The drawing is only as wide as its longest line. */
  hug?: boolean;
}

/** Text as outlines: what shows it needs no fonts. */
export interface DrawnText {
  svg: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Scripts that write no blanks between words. */
const WITHOUT_BLANKS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;

/** Where a line may end: at a blank, and where a script has none after a word with what follows it. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = pieces.at(-1);
    const isBeginning =
      last === undefined ||
      (segment.trim() !== "" && (/\s$/u.test(last) || (WITHOUT_BLANKS.test(segment) && !OPENING.test(last))));
    if (isBeginning) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}

const lettersOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

type Measure = (text: string) => Promise<number>;

async function breakLines(text: string, most: number, measure: Measure): Promise<string[]> {
  const lines: string[] = [];
  let line = "";
  for (const piece of piecesOf(text)) {
    if ((await measure((line + piece).trimEnd())) <= most) {
      line += piece;
      continue;
    }
    if (line !== "") lines.push(line.trimEnd());
    line = "";
    for (const letter of (await measure(piece.trimEnd())) <= most ? [piece] : lettersOf(piece)) {
      if (line !== "" && (await measure(line + letter)) > most) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return [...lines, line.trimEnd()].filter((one) => one !== "");
}

/** The beginning of a line that has room together with the mark that says that more follows. */
async function shortened(line: string, most: number, measure: Measure): Promise<string> {
  const letters = lettersOf(line);
  while (letters.length > 1 && (await measure(letters.join("").trimEnd() + ELLIPSIS)) > most) letters.pop();
  return letters.join("").trimEnd() + ELLIPSIS;
}

async function fitLines(
  text: string,
  { width, fits }: TextStyle,
  measure: Measure,
): Promise<{ size: number; lines: string[] }> {
  const [first, ...others] = fits;
  let fit = first;
  let lines = await breakLines(text, (width / fit.size) * 1000, measure);
  for (const next of others) {
    if (lines.length <= fit.lines) break;
    fit = next;
    lines = await breakLines(text, (width / fit.size) * 1000, measure);
  }
  if (lines.length <= fit.lines) return { size: fit.size, lines };
  const kept = lines.slice(0, fit.lines);
  const last = await shortened(kept.pop() ?? "", (width / fit.size) * 1000, measure);
  return { size: fit.size, lines: [...kept, last] };
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

const outlines = ({ glyphs }: ShapedLine, left: number, baseline: number, size: number): string =>
  glyphs
    .map(({ outline, x, y, scale }) => {
      const [atX, atY] = [left + (x * size) / 1000, baseline - (y * size) / 1000];
      const by = (scale * size) / 1000;
      return `<path transform="translate(${round(atX)} ${round(atY)}) scale(${by.toFixed(5)} ${(-by).toFixed(5)})" d="${outline}"/>`;
    })
    .join("");

/** No line is shaped twice: breaking them asks for the same words again and again. */
function measuring(base: "ltr" | "rtl", typeface: Typeface): Measure {
  const known = new Map<string, Promise<number>>();
  return (text) => {
    const width = known.get(text) ?? shapeLine(text, base, typeface).then(({ width: found }) => found);
    known.set(text, width);
    return width;
  };
}

/**
 * Draws a text of any language in the site's own fonts: letters joined, stacked and ordered as their script has it, lines
 * broken between words. Nothing is fetched; what no font has is an empty box.
 */
export async function drawText(text: string, style: TextStyle): Promise<DrawnText> {
  const { weight, color, leading = 1.25, hug = false } = style;
  const shown = [...text.normalize("NFC").replace(/\s+/gu, " ").trim()].slice(0, MOST_LETTERS).join("");
  const [base, typeface] = [directionOf(shown), typefaceFor(shown, weight)];
  const { size, lines } = await fitLines(shown, style, measuring(base, typeface));
  const shaped = await Promise.all(lines.map((line) => shapeLine(line, base, typeface)));
  const width = hug
    ? Math.ceil((Math.max(0, ...shaped.map((line) => line.width)) * size) / 1000)
    : style.width;
  const advance = size * leading;
  const height = Math.ceil(Math.max(1, lines.length) * advance + size * DESCENT);
  const paths = shaped.map((line, index) => {
    const left = base === "rtl" ? width - (line.width * size) / 1000 : 0;
    return outlines(line, left, advance * index + (advance + size * CAPITALS) / 2, size);
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><g fill="${color}">${paths.join("")}</g></svg>`;
  return { svg, width, height };
}
