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

const NAME = /[a-z][^\s/>]*/iy;
const GAP = /[\s/]*/y;
const ATTRIBUTE_NAME = /[^\s/>=][^\s/>=]*/y;
const EQUALS = /\s*=\s*/y;
const UNQUOTED = /[^\s>]*/y;

/**
 * The start tags of those names, in order, as a browser would meet them: not inside comments, scripts, styles or
 * templates. It is a reader, not a parser: no tree, no repair. Time is linear in the length of the text, whatever the
 * text is: every step begins where the last one ended, and a search that finds nothing ends the reading.
 */
export function readTags(html: string, names: ReadonlySet<string>): readonly Tag[] {
  const found: Tag[] = [];
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
    const name = match(NAME, html, start)?.toLowerCase();
    if (name === undefined) {
      at++;
      continue;
    }
    const rest = readAttributes(html, start + name.length, !closing && names.has(name));
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

/** Past a comment, a declaration or a processing instruction; the same place for anything else; null at the text's end. */
function skipNonTag(html: string, at: number): number | null {
  if (html.startsWith("<!--", at)) {
    if (html.startsWith(">", at + 4)) return at + 5;
    if (html.startsWith("->", at + 4)) return at + 6;
    const end = html.indexOf("-->", at + 4);
    return end === -1 ? null : end + 3;
  }
  if (html[at + 1] !== "!" && html[at + 1] !== "?") return at;
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
    at += match(GAP, html, at)?.length ?? 0;
    if (at >= html.length) return null;
    if (html[at] === ">") return { end: at + 1, attributes };
    const name = match(ATTRIBUTE_NAME, html, at);
    at += name === undefined ? 1 : name.length;
    const equals = name === undefined ? undefined : match(EQUALS, html, at);
    let value = "";
    if (equals !== undefined) {
      at += equals.length;
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        if (end === -1) return null;
        value = html.slice(at + 1, Math.min(end, at + 1 + MAX_VALUE));
        at = end + 1;
      } else {
        const bare = match(UNQUOTED, html, at) ?? "";
        value = bare.slice(0, MAX_VALUE);
        at += bare.length;
      }
    }
    const key = name?.toLowerCase();
    if (keep && key !== undefined && attributes.size < MAX_ATTRIBUTES && !attributes.has(key))
      attributes.set(key, decodeEntities(value));
  }
}

function endOfRawText(html: string, from: number, name: string): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** What a sticky expression matches at exactly that place. */
function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
