import bidiFactory from "bidi-js";
import { Buffer as Letters, Direction, type Font, shape } from "harfbuzzjs";
import { covers, type FontFile, fontFilesFor } from "./font-files";
import { openFont } from "./open-font";

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What is not seen by itself, so that a font need not have it: joiners, variation selectors, marks of direction. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** Letters of one font that run in one direction. */
interface Run {
  font: Font;
  from: number;
  to: number;
  /** Of the bidirectional algorithm: odd ones run from right to left. */
  level: number;
}

/** Where to draw an outline; all in units of 1/1000 of the size, y upwards. */
export interface Glyph {
  outline: string;
  x: number;
  y: number;
  /** From the font's own units. */
  scale: number;
}

export interface ShapedLine {
  glyphs: Glyph[];
  width: number;
}

/** How fonts are chosen for one text. */
export interface Typeface {
  files: readonly FontFile[];
  weight: number;
}

export const typefaceFor = (text: string, weight: number): Typeface => ({
  files: fontFilesFor(text),
  weight,
});

/** The first font that has every letter of a cluster; where none has, the first one, which draws its empty box. */
async function fontOf(cluster: string, { files, weight }: Typeface): Promise<Font> {
  const seen = [...cluster]
    .filter((letter) => !INVISIBLE.test(letter))
    .map((letter) => letter.codePointAt(0) ?? 0);
  for (const candidate of files) {
    if (!seen.every((codePoint) => covers(candidate, codePoint))) continue;
    const font = await openFont(candidate.file, weight);
    if (seen.every((codePoint) => font.nominalGlyph(codePoint) !== undefined)) return font;
  }
  const [first] = files;
  if (first === undefined) throw new Error("there are no fonts");
  return openFont(first.file, weight);
}

async function runsOf(line: string, base: "ltr" | "rtl", typeface: Typeface): Promise<Run[]> {
  const { levels } = bidi.getEmbeddingLevels(line, base);
  const runs: Run[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const font = await fontOf(segment, typeface);
    if (last !== undefined && last.font === font && last.level === level) last.to = index + segment.length;
    else runs.push({ font, from: index, to: index + segment.length, level });
  }
  return runs;
}

/** Runs from left to right: rule L2 of UAX #9, by whole runs. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to++;
      if (to === from) continue;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

/** The glyphs of one line, each where it stands. */
export async function shapeLine(line: string, base: "ltr" | "rtl", typeface: Typeface): Promise<ShapedLine> {
  const glyphs: Glyph[] = [];
  let pen = 0;
  for (const { font, from, to, level } of inVisualOrder(await runsOf(line, base, typeface))) {
    const letters = new Letters();
    letters.addText(line, from, to - from);
    letters.guessSegmentProperties();
    letters.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
    shape(font, letters);
    const scale = 1000 / font.face.upem;
    const positions = letters.getGlyphPositions();
    for (const [index, { codepoint: glyph }] of letters.getGlyphInfos().entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      const outline = font.glyphToPath(glyph);
      if (outline !== "") glyphs.push({ outline, x: pen + xOffset * scale, y: yOffset * scale, scale });
      pen += xAdvance * scale;
    }
  }
  return { glyphs, width: pen };
}

/** The direction of a paragraph: that of its first letter with one. */
export const directionOf = (text: string): "ltr" | "rtl" =>
  (bidi.getEmbeddingLevels(text, "auto").paragraphs[0]?.level ?? 0) % 2 === 1 ? "rtl" : "ltr";
