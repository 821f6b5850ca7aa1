import type { Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { toHast } from "mdast-util-to-hast";
import { gfmTable } from "micromark-extension-gfm-table";
import { plainLine } from "../question/understand";
import { htmlOf } from "../html/render";
import { type Known, knownIn, markUnverified } from "./numbers";
import { systemText } from "./prompt";

/** What is left of a model's text. */
export interface Sifted {
  html: string;
  /** Sentences that were left out. */
  cut: number;
  unverified: number;
  /** Characters of text that stand. */
  length: number;
}

/** Claims that no fact can bear, addresses and secrets that no fact has, and the rules themselves. */
const FORBIDDEN: readonly RegExp[] = [
  /\b(?:will|going to|bound to|certain to|set to) (?:\w+ ){0,2}(?:rise|fall|reach|hit|moon|crash|pump|dump|double|break|surge|soar|rally|climb|drop)\b/iu,
  /\b(?:you should|you must|i recommend|i advise|buy now|sell now|all[- ]in|act fast|send|transfer|deposit|connect your wallet|seed phrase|private key|risk[- ]free|guarantee\w*|can(?:'|’)?t lose)\b/iu,
  /\b(?:system prompt|my (?:instructions|rules)|ignore (?:all |any )?(?:previous|prior)|as instructed|developer message|process\.env|api[_ -]?key|bearer|[A-Z][A-Z0-9]+_(?:KEY|TOKEN|SECRET|URL))\b/u,
  /(?:https?|data|javascript|ftp|ipfs):|\bwww\.|\b[a-z0-9-]+\.(?:com|net|org|io|xyz|app|example|finance|ru|cn|link|click|top|site|me)\b/iu,
  /\b0x[0-9a-fA-F]{8,}\b|\b[1-9A-HJ-NP-Za-km-z]{32,}\b|\b[\w.+-]+@[\w-]+\.\w+\b/u,
];

/** So many words in a row of the rules are no accident. */
const RUN = 6;
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
const runsOf = (text: string): string[] => {
  const words = wordsOf(text);
  return words.slice(RUN - 1).map((_, index) => words.slice(index, index + RUN).join(" "));
};
const RULES = new Set(runsOf(systemText()));
const tellsRules = (text: string): boolean => runsOf(text).some((run) => RULES.has(run));

const SENTENCE = /[^.!?。！？]+(?:[.!?](?=\d)[^.!?。！？]*)*[.!?。！？]*\s*/gu;

interface Counts {
  cut: number;
  unverified: number;
  length: number;
}

/** Sentences of a text that may stand: those whose figures are all unknown, and forbidden ones, go. */
function siftText(raw: string, known: Known, facts: string, counts: Counts): string {
  const kept = (raw.match(SENTENCE) ?? [raw]).flatMap((sentence) => {
    const forbidden = FORBIDDEN.some((pattern) => {
      const [hit] = pattern.exec(sentence) ?? [];
      // What the facts say themselves, such as a token's address, may be said.
      return hit !== undefined && !facts.includes(hit);
    });
    const { text, verified, unverified } = markUnverified(sentence, known);
    if (forbidden || tellsRules(sentence) || (unverified > 0 && verified === 0)) {
      counts.cut += 1;
      return [];
    }
    counts.unverified += unverified;
    counts.length += text.trim().length;
    return [text];
  });
  return kept.join("");
}

type Parent = { children: RootContent[] };
const hasChildren = (node: RootContent | Root): node is (RootContent | Root) & Parent => "children" in node;

/** All plain text below a node, so that a claim is judged whole however it is marked up. */
const textBelow = (node: RootContent): string =>
  "value" in node && node.type !== "html"
    ? node.value
    : hasChildren(node)
      ? node.children.map(textBelow).join("")
      : node.type === "break"
        ? "\n"
        : "";

/** Blocks of running text: what is in them is judged as one text, and loses its inner marks. */
const RUNNING = new Set(["paragraph", "heading", "tableCell"]);

/** The tree with what may stand: links, images, code and HTML are no part of an answer, but for a link's words. */
function siftNode(node: RootContent, known: Known, facts: string, counts: Counts): RootContent[] {
  if (RUNNING.has(node.type) && hasChildren(node)) {
    const text = siftText(textBelow(node), known, facts, counts);
    if (text.trim() === "" && node.type !== "tableCell") return [];
    return [{ ...node, children: [{ type: "text", value: text }] } as RootContent]; // the same block, of text alone
  }
  if (!hasChildren(node)) return [];
  const children = node.children.flatMap((child) => siftNode(child, known, facts, counts));
  return children.length === 0 ? [] : [{ ...node, children } as RootContent]; // the same block, of fewer parts
}

/** A model's Markdown as HTML: sentence by sentence held against the facts, then through the list of what a reply may be. */
export function sift(markdown: string, facts: readonly string[]): Sifted {
  const counts: Counts = { cut: 0, unverified: 0, length: 0 };
  const known = knownIn(facts);
  const tree = fromMarkdown(markdown.normalize("NFKC").split("\n").map(clean).join("\n"), {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const children = tree.children.flatMap((node) => siftNode(node, known, facts.join("\n"), counts));
  const hast = toHast({ type: "root", children });
  return { html: htmlOf(hast.type === "root" ? hast : { type: "root", children: [] }), ...counts };
}

/** A line without what can't be seen; its indentation means something. */
const clean = (line: string): string =>
  `${/^\s*/u.exec(line)?.[0].replace(/[^ ]/gu, " ") ?? ""}${plainLine(line)}`;
