import { XMLParser } from "fast-xml-parser";
import { SourceError } from "../source";

/** An element as parsed: text, or its children by name with their namespace prefix, repeated ones as a list. */
export type XmlNode = string | { readonly [name: string]: XmlNode | readonly XmlNode[] };

/** Leaves entities as written, and refuses a document that defines some. */
const asWritten = {
  reset: () => undefined,
  setXmlVersion: () => undefined,
  setExternalEntities: () => undefined,
  addInputEntities(): never {
    throw new SourceError("schema", "XML with definitions of its own");
  },
  decode: (text: string) => text,
};

/**
 * - Entities stay as written: a document can't make them grow, and the text cleaner decodes HTML's own.
 * - Prefixes stay, so that an empty `dc:description` can't take the place of `description`.
 * - CDATA is joined into its element's text.
 * - Of attributes only an Atom link's are kept, as `@href` and `@rel`. Types are not needed: every value is text.
 */
const parser = new XMLParser({
  processEntities: false,
  entityDecoder: asWritten,
  removeNSPrefix: false,
  ignoreAttributes: (name) => name !== "href" && name !== "rel",
  attributeNamePrefix: "@",
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  maxNestedTags: 30,
});

/**
 * Parses a document. Throws SourceError `schema` for what is not XML, has definitions of its own, or ends before
 * its root does: the parser itself would take a number that was cut in half for a number.
 */
export function parseXml(text: string): XmlNode {
  const start = /<([a-z_][\w:.-]*)/i.exec(text);
  if (start === null) throw new SourceError("schema", "answer is not XML");
  if (text.slice(0, start.index).includes("<!DOCTYPE"))
    throw new SourceError("schema", "XML with definitions of its own");
  const end = text.replace(/(?:\s|<!--(?:(?!-->)[^])*-->)+$/, "");
  if (!end.endsWith(`</${start[1]}>`)) throw new SourceError("schema", "XML ends early");
  try {
    return parser.parse(text.replace(/^\uFEFF/, "")) as XmlNode; // without attributes and types it is only that
  } catch (cause) {
    throw new SourceError("schema", "answer is not XML", { cause });
  }
}

/** The children of that name, as a list. Own properties only: an element may be named like anything. */
export function children(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  if (node === undefined || typeof node === "string" || !Object.hasOwn(node, name)) return [];
  const found = node[name];
  return found === undefined ? [] : isList(found) ? found : [found];
}

/** The first child of that name. */
export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  children(node, name)[0];

/** The text of the first child of that name that has any; empty when none has. */
export function childText(node: XmlNode | undefined, name: string): string {
  for (const found of children(node, name)) {
    const text = typeof found === "string" ? found : child(found, "#text");
    if (typeof text === "string" && text.trim() !== "") return text.trim();
  }
  return "";
}

const isList = (node: XmlNode | readonly XmlNode[]): node is readonly XmlNode[] => Array.isArray(node);
