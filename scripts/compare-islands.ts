/** Whether what stands in a page's islands is what the script of the islands draws: else browsers would throw it away. */
import { type ChildNode, type Element, isTag, isText } from "domhandler";
import { DomUtils, parseDocument } from "htmlparser2";

/** The markup of an island of that name with these properties; null where none has the name. */
type Draw = (name: string, props: Record<string, unknown>) => string | null;

/** What React numbers by itself differs from page to page. */
const withoutIds = (value: string): string => value.replace(/_[rR]_\w*_/g, "_r_");

/** Markup in one spelling: comments left out, attributes in order, texts that follow each other as one. */
function spelled(nodes: readonly ChildNode[]): string {
  const parts = nodes.map((node) => {
    if (isText(node)) return node.data;
    if (!isTag(node)) return "";
    const attributes = Object.entries(node.attribs)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => ` ${name}=${JSON.stringify(withoutIds(value))}`);
    return `<${node.name}${attributes.join("")}>${spelled(node.children)}</${node.name}>`;
  });
  return parts.join("");
}

const isIsland = (node: ChildNode): node is Element => isTag(node) && "data-island" in node.attribs;

/** The names of those islands of a page whose contents are not what the script draws. */
export function differingIslands(html: string, draw: Draw): string[] {
  const found = DomUtils.findAll((node) => isIsland(node), parseDocument(html).children);
  return found.flatMap(({ attribs, children }) => {
    const name = attribs["data-island"] ?? "";
    const props = JSON.parse(attribs["data-props"] ?? "{}") as Record<string, unknown>; // written by Island
    const drawn = draw(name, props);
    return drawn !== null && spelled(parseDocument(drawn).children) === spelled(children) ? [] : [name];
  });
}
