import { decodeEntities } from "@/lib/sources/text/clean-text";

/** A start tag: its name in lower case, its attributes by lower-case name with entities decoded; the first one wins. */
export interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

/** Elements whose content is text for a browser: a tag quoted inside one is none. */
const RAW_TEXT = new Set(["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"]);
/** A page has far fewer tags that matter; more of them is an attack on whoever reads them. */
const MAX_TAGS = 5_000;
const MAX_ATTRIBUTES = 64;
const MAX_VALUE = 16_384;

const GT = 62;
const EQUALS = 61;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
/** The bit that tells a small letter from its capital. */
const LOWER_CASE = 32;

// characters by code: a page has tens of thousands of them, and an expression for each step costs four times as much
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);
const isGap = (code: number): boolean => isBlank(code) || code === SLASH;
const inTagName = (code: number): boolean => !isGap(code) && code !== GT;
const inAttributeName = (code: number): boolean => !isGap(code) && code !== GT && code !== EQUALS;
const inBareValue = (code: number): boolean => !isBlank(code) && code !== GT;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

/** The place of the first character from there on that is not of that kind. */
function past(html: string, from: number, kind: (code: number) => boolean): number {
  let at = from;
  while (at < html.length && kind(html.charCodeAt(at))) at++;
  return at;
}

/**
 * The start tags of those names, in order, as a browser would meet them: not inside comments, scripts, styles or
 * templates. It is a reader, not a parser: no tree, no repair. Time is linear in the length of the text, whatever the
 * text is: every step begins where the last one ended, and a search that finds nothing ends the reading.
 */
export function readTags(html: string, names: ReadonlySet<string>): readonly Tag[] {
  const found: Tag[] = [];
  const initials = new Set(
    [...names, ...RAW_TEXT, "template", "plaintext"].map((name) => name.charCodeAt(0)),
  );
  const endOfPlainTag = plainTags(html);
  let templates = 0;
  let at = 0;
  while (found.length < MAX_TAGS) {
    at = html.indexOf("<", at);
    if (at === -1) break;
    const skipped = skipNonTag(html, at);
    if (skipped === null) break;
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const closing = html[at + 1] === "/";
    const start = at + (closing ? 2 : 1);
    if (!isLetter(html.charCodeAt(start))) {
      at++;
      continue;
    }
    const plainEnd = initials.has(html.charCodeAt(start) | LOWER_CASE) ? null : endOfPlainTag(start);
    if (plainEnd !== null) {
      at = plainEnd;
      continue;
    }
    const nameEnd = past(html, start, inTagName);
    const name = html.slice(start, nameEnd).toLowerCase();
    const rest = readAttributes(html, nameEnd, !closing && names.has(name));
    if (rest === null) break;
    at = rest.end;
    if (name === "template") templates = Math.max(0, templates + (closing ? -1 : 1));
    if (closing) continue;
    if (names.has(name) && templates === 0) found.push({ name, attributes: rest.attributes });
    if (name === "plaintext") break;
    if (RAW_TEXT.has(name)) at = endOfRawText(html, at, name);
  }
  return found;
}

/**
 * Gives where a tag ends that nobody asks for, by searches that cost a fraction of reading it: without a quote before
 * its first `>`, nothing in it can hide that sign. Null where there is a quote, or no end.
 */
function plainTags(html: string): (from: number) => number | null {
  // the next of each is found once, not for every tag
  let quote = -1;
  let apostrophe = -1;
  const next = (mark: string, from: number, known: number): number => {
    if (known >= from) return known;
    const found = html.indexOf(mark, from);
    return found === -1 ? html.length : found;
  };
  return (from) => {
    const end = html.indexOf(">", from);
    quote = next('"', from, quote);
    apostrophe = next("'", from, apostrophe);
    return end === -1 || quote < end || apostrophe < end ? null : end + 1;
  };
}

/** Past a comment, a declaration or a processing instruction; the same place for anything else; null at the text's end. */
function skipNonTag(html: string, at: number): number | null {
  const sign = html[at + 1];
  if (sign !== "!" && sign !== "?") return at;
  if (html.startsWith("<!--", at)) {
    if (html.startsWith(">", at + 4)) return at + 5;
    if (html.startsWith("->", at + 4)) return at + 6;
    const end = /--!?>/g;
    end.lastIndex = at + 4;
    return end.test(html) ? end.lastIndex : null;
  }
  const end = html.indexOf(">", at);
  return end === -1 ? null : end + 1;
}

/** Attributes up to the tag's `>`; null where the text ends first, because a browser then drops the tag. */
function readAttributes(
  html: string,
  from: number,
  keep: boolean,
): { end: number; attributes: Map<string, string> } | null {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    at = past(html, at, isGap);
    if (at >= html.length) return null;
    if (html.charCodeAt(at) === GT) return { end: at + 1, attributes };
    const nameAt = at;
    at = past(html, at + 1, inAttributeName); // a name may begin with an equals sign
    const nameEnd = at;
    let value = "";
    const equals = past(html, at, isBlank);
    if (html.charCodeAt(equals) === EQUALS) {
      at = past(html, equals + 1, isBlank);
      const quote = html.charCodeAt(at);
      const quoted = quote === QUOTE || quote === APOSTROPHE;
      const end = quoted ? html.indexOf(quote === QUOTE ? '"' : "'", at + 1) : past(html, at, inBareValue);
      if (end === -1) return null;
      if (keep) value = html.slice(quoted ? at + 1 : at, end).slice(0, MAX_VALUE);
      at = quoted ? end + 1 : end;
    }
    if (!keep || attributes.size >= MAX_ATTRIBUTES) continue;
    const key = html.slice(nameAt, nameEnd).toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(value));
  }
}

/** Where `</name` begins, in any case, or the text ends. */
function endOfRawText(html: string, from: number, name: string): number {
  for (let at = html.indexOf("</", from); at !== -1; at = html.indexOf("</", at + 2)) {
    const end = at + 2 + name.length;
    const next = html.charCodeAt(end);
    if ((isGap(next) || next === GT) && html.slice(at + 2, end).toLowerCase() === name) return at;
  }
  return html.length;
}
