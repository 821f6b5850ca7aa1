import type { Element, ElementContent, Nodes, Root } from "hast";
import { sanitize, type Schema } from "hast-util-sanitize";
import type { Block } from "./blocks";

/**
 * All that a reply may be made of: text in a closed list of elements. No attribute, no link, no
 * image, no style, no script, no form.
 */
export const REPLY_ELEMENTS = [
  ...["p", "h3", "h4", "ul", "ol", "li", "strong", "em", "code", "pre", "br", "blockquote"],
  ...["table", "thead", "tbody", "tr", "th", "td"],
] as const;

const SCHEMA: Schema = {
  tagNames: [...REPLY_ELEMENTS],
  attributes: {},
  required: {},
  strip: ["script", "style", "title", "textarea", "iframe", "template", "noscript", "svg", "math"],
  ancestors: {
    ...{ li: ["ul", "ol"], tr: ["table"], td: ["table"], th: ["table"], thead: ["table"], tbody: ["table"] },
  },
  allowComments: false,
  allowDoctypes: false,
  clobber: [],
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Elements without attributes, and text. What else a tree may hold is left out. */
function written(node: Nodes): string {
  if (node.type === "text") return escaped(node.value);
  if (node.type !== "element" && node.type !== "root") return "";
  const inner = node.children.map(written).join("");
  if (node.type === "root") return inner;
  return node.tagName === "br" ? "<br>" : `<${node.tagName}>${inner}</${node.tagName}>`;
}

/** A tree of any origin as HTML, through the list of what a reply may be made of. */
export const htmlOf = (tree: Root): string => written(sanitize(tree, SCHEMA));

const element = (tagName: string, ...children: ElementContent[]): Element => ({
  type: "element",
  tagName,
  properties: {},
  children,
});
const text = (value: string): ElementContent => ({ type: "text", value });
const row = (cells: readonly string[], tag: "td" | "th"): Element =>
  element("tr", ...cells.map((cell) => element(tag, text(cell))));

function elementOf(block: Block): Element {
  switch (block.kind) {
    case "heading":
      return element("h3", text(block.text));
    case "paragraph":
      return element("p", block.strong === true ? element("strong", text(block.text)) : text(block.text));
    case "list":
      return element("ul", ...block.items.map((item) => element("li", text(item))));
    case "table":
      return element(
        "table",
        element("thead", row(block.head, "th")),
        element("tbody", ...block.rows.map((cells) => row(cells, "td"))),
      );
    case "code":
      return element("pre", element("code", text(block.text)));
  }
}

/** Plain parts as a tree: what stands in them is text, whatever it looks like. */
export const treeOf = (blocks: readonly Block[]): Root => ({ type: "root", children: blocks.map(elementOf) });
