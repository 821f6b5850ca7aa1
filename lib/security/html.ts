import { decodeHTMLAttribute } from "entities/decode";
import { Tokenizer } from "htmlparser2";

/** A start tag: its name in lower case, its attributes by lower-case name with entities decoded; the first one wins. */
export interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

/** A page has far fewer tags that matter; more of them is an attack on the parser. */
export const MAX_TAGS = 5_000;
const MAX_ATTRIBUTES = 64;
const MAX_VALUE = 16_384;

/**
 * Browsers know CDATA only inside SVG and MathML; the tokenizer reads it everywhere, so that one that nobody closes
 * would hide the rest of a page. In small letters it is, as elsewhere in a browser, a comment that ends at the next `>`.
 */
const withoutCdata = (html: string): string => html.replaceAll("<![CDATA[", "<![cdata[");

const ignore = (): void => undefined;

/**
 * The start tags of those names, in order, as a browser's tokenizer would give them: not inside comments, scripts, styles
 * or templates. There is no tree and no repair, and that is why the library's parser is not used: its time grows with
 * the square of a page's depth.
 */
export function readTags(html: string, names: ReadonlySet<string>): readonly Tag[] {
  const found: Tag[] = [];
  let templates = 0;
  let name = "";
  let attributes: Map<string, string> | null = null; // of the tag at hand, where it is one of those names
  let attribute = "";
  let value = "";

  const endTag = (): void => {
    if (name === "template") templates++;
    if (attributes !== null && templates === 0) found.push({ name, attributes });
    attributes = null;
    if (found.length === MAX_TAGS) tokenizer.pause();
  };

  // without entities the tokenizer passes over text at once; attributes that are asked for are decoded here
  const tokenizer: Tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        attributes = names.has(name) ? new Map() : null;
      },
      onattribname(start, end) {
        if (attributes !== null) attribute = html.slice(start, end).toLowerCase();
      },
      onattribdata(start, end) {
        if (attributes !== null) value = html.slice(start, Math.min(end, start + MAX_VALUE));
      },
      onattribend() {
        if (attributes === null) return;
        if (attributes.size < MAX_ATTRIBUTES && !attributes.has(attribute))
          attributes.set(attribute, value.includes("&") ? decodeHTMLAttribute(value) : value);
        value = "";
      },
      onopentagend: endTag,
      onselfclosingtag: endTag, // the slash means nothing to a browser
      onclosetag(start, end) {
        if (html.slice(start, end).toLowerCase() === "template") templates = Math.max(0, templates - 1);
      },
      onattribentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  );
  tokenizer.write(withoutCdata(html));
  tokenizer.end();
  return found;
}
