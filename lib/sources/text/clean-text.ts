import { withoutStackedMarks } from "./stacked-marks";

/** Named entities that titles really use; any other stays as it is written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  hellip: "…",
  bull: "•",
  middot: "·",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  deg: "°",
  copy: "©",
  reg: "®",
  trade: "™",
  eacute: "é",
};

const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi;
/** A tag, a comment or a declaration, closed or cut off. */
const TAG = /<[a-z/!?][^>]*(?:>|$)/gi;
/**
 * What can't be seen: control, bidirectional, zero-width and tag characters, surrogates, unassigned ones (all of
 * category C), and what Unicode has letters and marks for that show nothing, such as Hangul's fillers, the grapheme joiner
 * and variation selectors. They hide text from people but not from machines.
 */
export const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;
/** Braille's pattern without a dot among them. */
const BLANK = /[\s\u0085\u2800]+/gu;

/** Nothing longer is looked at: titles are short, and normalisation can make text longer. */
const MAX_RAW = 4_000;
/** More layers of escaping than any provider makes; what is still wrapped then loses its marks. */
const MAX_LAYERS = 6;
export const MAX_TEXT = 300;

/** One layer of HTML entities decoded; code points that don't exist become U+FFFD. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? NAMED[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const valid = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return valid ? String.fromCodePoint(code) : "\uFFFD";
  });
}

/**
 * A provider's text as one line of plain text, at most 300 UTF-16 units: entities decoded, tags removed (in this
 * order and until neither is left, because some providers escape twice), NFKC, nothing invisible, no towers of marks,
 * white space collapsed. The result is still a stranger's words: show it as text, and fence it before a model reads it.
 */
export function cleanText(raw: string): string {
  let text = raw.slice(0, MAX_RAW);
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const next = decodeEntities(text)
      .normalize("NFKC")
      .replace(BLANK, " ")
      .replace(INVISIBLE, "")
      .replace(TAG, " ");
    if (next === text) break;
    text = next;
  }
  return cut(
    withoutStackedMarks(text)
      .replace(/<(?=[a-z/!?])/gi, "")
      .replace(BLANK, " ")
      .trim(),
  );
}

/** At most 300 units, never in the middle of a character. */
function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const end = text.codePointAt(MAX_TEXT - 1) ?? 0;
  return text.slice(0, end > 0xffff ? MAX_TEXT - 1 : MAX_TEXT).trimEnd();
}

/** A provider's link as an absolute http or https address without credentials and campaign tags, or null. */
export function cleanUrl(raw: string): string | null {
  const text = decodeEntities(raw.trim());
  if (text.length > 2_048 || !URL.canParse(text)) return null;
  const url = new URL(text);
  const web = url.protocol === "https:" || url.protocol === "http:";
  for (const name of [...url.searchParams.keys()]) if (/^utm_/i.test(name)) url.searchParams.delete(name);
  return web && url.username === "" && url.password === "" ? url.href : null;
}
