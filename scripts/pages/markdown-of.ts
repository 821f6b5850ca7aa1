import { type ChildNode, type Element, isTag, isText } from "domhandler";
import { parseDocument } from "htmlparser2";

/** What has no meaning on paper: controls, drawings, and what is marked as the screen's alone. */
const SKIPPED = new Set([
  "button",
  "form",
  "input",
  "select",
  "textarea",
  "svg",
  "script",
  "style",
  "dialog",
]);

const isSkipped = (element: Element): boolean =>
  SKIPPED.has(element.name) ||
  element.attribs["aria-hidden"] === "true" ||
  element.attribs["data-twin"] === "skip";

/** An element that stands on lines of its own, though its name does not say so. */
const isBlockByClass = ({ attribs }: Element): boolean =>
  /(^|\s)(block|flex|grid)(\s|$)/.test(attribs.class ?? "");

const BLOCKS = new Set([
  ...[
    "div",
    "section",
    "article",
    "header",
    "footer",
    "main",
    "aside",
    "nav",
    "p",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
  ],
  ...[
    "dd",
    "table",
    "pre",
    "figure",
    "figcaption",
    "details",
    "summary",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
  ],
]);

const rawText = (node: ChildNode): string =>
  isText(node) ? node.data : isTag(node) ? node.children.map(rawText).join("") : "";

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Runs of text, with links, code and emphasis; what stands apart on the screen keeps a space apart here. */
function inline(nodes: readonly ChildNode[], origin: string): string {
  return nodes
    .map((node): string => {
      if (isText(node)) return node.data;
      if (!isTag(node) || isSkipped(node)) return "";
      const inner = inline(node.children, origin);
      if (node.name === "br") return " ";
      if (node.name === "wbr") return "";
      if (inner.trim() === "") return inner;
      if (node.name === "code") return `\`${oneLine(rawText(node))}\``;
      if (node.name === "strong") return `**${inner}**`;
      if (node.name === "a") return `[${oneLine(inner)}](${absolute(node.attribs.href ?? "", origin)})`;
      return isBlockByClass(node) || BLOCKS.has(node.name) ? ` ${inner} ` : inner;
    })
    .join("");
}

const absolute = (href: string, origin: string): string => (href.startsWith("/") ? `${origin}${href}` : href);

const fenced = (lines: string): string => `\`\`\`text\n${lines.replace(/\n+$/, "")}\n\`\`\``;

const cellsOf = (row: Element, origin: string): string[] =>
  row.children
    .filter(isTag)
    .map((cell) => oneLine(inline(cell.children, origin)).replaceAll("|", "\\|") || " ");

const descendants = (element: Element, name: string): Element[] =>
  element.children
    .filter(isTag)
    .flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)]);

/** Headings of groups of rows become rows whose first cell is bold: Markdown's tables have one head. */
function table(element: Element, origin: string): string {
  const rows = descendants(element, "tr").map((row) => cellsOf(row, origin));
  const [head = []] = rows;
  const width = Math.max(...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string =>
    `| ${[...cells, ...Array.from({ length: width - cells.length }, () => " ")].join(" | ")} |`;
  return [
    line(head),
    line(head.map(() => "---").concat(Array(width - head.length).fill("---"))),
    ...rows.slice(1).map((row) => line(row.length === 1 ? [`**${row[0] ?? ""}**`] : row)),
  ].join("\n");
}

const list = (element: Element, origin: string): string =>
  element.children
    .filter(isTag)
    .map((item, at) => {
      const mark = element.name === "ol" ? `${at + 1}. ` : "- ";
      return (
        mark +
        blocks(item.children, origin)
          .join("\n\n")
          .replaceAll("\n", `\n${" ".repeat(mark.length)}`)
      );
    })
    .join("\n");

/** Terms with what is said of them, whichever stands first in the page. */
function definitions(element: Element, origin: string): string {
  const terms = descendants(element, "dt");
  const details = descendants(element, "dd");
  return terms
    .map((term, at) => {
      const text = details[at] === undefined ? "" : oneLine(inline(details[at].children, origin));
      return `- **${oneLine(inline(term.children, origin))}**: ${text}`;
    })
    .join("\n");
}

/** A code element that has its lines as elements is a listing. */
const isListing = (element: Element): boolean =>
  element.name === "code" && element.children.some((child) => isTag(child) && isBlockByClass(child));

function block(element: Element, origin: string): string[] {
  const { name, children } = element;
  const heading = /^h([1-4])$/.exec(name)?.[1];
  if (heading !== undefined) return [`${"#".repeat(Number(heading))} ${oneLine(inline(children, origin))}`];
  if (name === "table") return [table(element, origin)];
  if (name === "ul" || name === "ol") return [list(element, origin)];
  if (name === "dl") return [definitions(element, origin)];
  if (name === "pre") return [fenced(rawText(element))];
  if (isListing(element)) return [fenced(children.map((line) => rawText(line)).join("\n"))];
  return blocks(children, origin);
}

const standsAlone = (node: ChildNode): node is Element =>
  isTag(node) && (BLOCKS.has(node.name) || isBlockByClass(node) || isListing(node));

function blocks(nodes: readonly ChildNode[], origin: string): string[] {
  const found: string[] = [];
  let run: ChildNode[] = [];
  const end = () => {
    const text = oneLine(inline(run, origin));
    if (text !== "") found.push(text);
    run = [];
  };
  for (const node of nodes) {
    if (!standsAlone(node)) run.push(node);
    else if (!isSkipped(node)) {
      end();
      found.push(...block(node, origin).filter(Boolean));
    }
  }
  end();
  return found;
}

/** The words of a page as Markdown: the same, since they are read off the page itself. Links become absolute. */
export const markdownOf = (html: string, origin: string): string =>
  `${blocks(parseDocument(html).children, origin).join("\n\n")}\n`;
