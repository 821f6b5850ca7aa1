import type { Block } from "../html/blocks";
import { plainLine } from "../question/understand";
import { type Known, knownIn, markUnverified } from "./numbers";
import { systemText } from "./prompt";

/** What is left of a model's text. */
export interface Sifted {
  blocks: readonly Block[];
  /** Sentences that were left out, and those that stand. */
  cut: number;
  kept: number;
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
  /["”]\s*:\s*["“[{\d]/u, // data as it came is no phrasing
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
/** A rule that is shorter is known as a whole. */
const WHOLE_RULES = new Set(
  systemText()
    .split(/[.:\n]/u)
    .map((rule) => wordsOf(rule).join(" ")),
);
const tellsRules = (text: string): boolean =>
  runsOf(text).some((run) => RULES.has(run)) || WHOLE_RULES.has(wordsOf(text).join(" "));

/** Between two sentences: an end, and white space. A dot within a number or a name ends none. */
const BETWEEN = /(?<=[.!?。！？]["”')]?)\s+/u;

interface Counts {
  cut: number;
  kept: number;
  unverified: number;
  length: number;
}

/** Sentences of a text that may stand: those whose figures are all unknown, and forbidden ones, go. */
function siftText(raw: string, known: Known, facts: string, counts: Counts): string {
  const kept = raw.split(BETWEEN).flatMap((sentence) => {
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
    counts.kept += 1;
    counts.unverified += unverified;
    counts.length += text.trim().length;
    return [text];
  });
  return kept.join(" ");
}

/** Marks within a line, which are no part of what it says. A link's address goes with them, and an image altogether. */
const withoutMarks = (line: string): string =>
  line
    .replace(/!\[[^\]]*\](?:\([^)]*\))?/gu, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/<[^>]*>/gu, " ")
    .replace(/\*{1,3}|_{2,3}|`+|~~/gu, "");

const HEADING = /^#{1,6} +/u;
const ITEM = /^(?:[-*+]|\d{1,2}[.)]) +/u;
const RULE = /^[|\s:*_-]+$/u;
const FENCE = /^(?:```|~~~)/u;

type Line = { kind: "heading" | "item" | "row" | "text"; text: string };

/** What Markdown's lines are, as far as an answer needs them; fenced code is no part of one. */
function linesIn(markdown: string): Line[] {
  let fenced = false;
  return markdown.split(/\r?\n/u).flatMap((raw): Line[] => {
    const line = plainLine(raw);
    if (FENCE.test(line)) fenced = !fenced;
    if (fenced || FENCE.test(line) || line === "" || RULE.test(line)) return [];
    if (HEADING.test(line)) return [{ kind: "heading", text: line.replace(HEADING, "") }];
    if (ITEM.test(line)) return [{ kind: "item", text: line.replace(ITEM, "") }];
    return line.startsWith("|")
      ? [{ kind: "row", text: line.replace(/^\||\|$/gu, "") }]
      : [{ kind: "text", text: line }];
  });
}

/** Lines of one kind that follow each other are one list, or one table. */
function blocksIn(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let items: string[] = [];
  let rows: string[][] = [];
  const end = (): void => {
    if (items.length > 0) blocks.push({ kind: "list", items });
    const [head, ...body] = rows;
    if (head !== undefined) blocks.push({ kind: "table", head, rows: body });
    [items, rows] = [[], []];
  };
  for (const { kind, text } of lines) {
    if (kind !== "item" && items.length > 0) end();
    if (kind !== "row" && rows.length > 0) end();
    if (kind === "item") items.push(text);
    else if (kind === "row") rows.push(text.split("|").map((cell) => cell.trim()));
    else blocks.push({ kind: kind === "heading" ? "heading" : "paragraph", text });
  }
  end();
  return blocks;
}

/**
 * A model's Markdown as plain parts, sentence by sentence held against the facts. Nothing of it is markup afterwards: what
 * is not understood as a heading, a list or a table is text.
 */
export function sift(markdown: string, facts: readonly string[]): Sifted {
  const counts: Counts = { cut: 0, kept: 0, unverified: 0, length: 0 };
  const known = knownIn(facts);
  const all = facts.join("\n");
  const lines = linesIn(markdown).flatMap(({ kind, text }) => {
    const kept = siftText(withoutMarks(text), known, all, counts).trim();
    return kept === "" ? [] : [{ kind, text: kept }];
  });
  return { blocks: blocksIn(lines), ...counts };
}
