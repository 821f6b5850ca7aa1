/** A condition of a Next.js rewrite or header on a request header: its value matches the whole pattern. */
export interface HeaderCondition {
  type: "header";
  key: string;
  value?: string;
}

/** All of `has` and none of `missing`. */
export interface Conditions {
  has: HeaderCondition[];
  missing: HeaderCondition[];
}

const HTML_RANGES = ["text/html", "application/xhtml+xml", "text/*", "*/*"];
/** Weights that are distinguished, in tenths: each costs every request of the service a rule. */
export const THRESHOLDS = [9, 8, 5, 1];

/** Media types are written in any case; these patterns have no flag for that. */
const anyCase = (text: string): string =>
  text.replace(/[.*+?/]/g, "\\$&").replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/**
 * An `Accept` that holds one of these ranges with a weight that the pattern takes; without one, the weight is 1. Any caller
 * writes what this is tried on, so that each blank has one place in the pattern: in two, trying both would take for ever.
 */
function accepts(ranges: readonly string[], weight: string, orNone: boolean): HeaderCondition {
  const parameters = "[ \\t]*(?:;[ \\t]*[a-pr-zA-PR-Z][^,;]*)*"; // each with the blanks behind it
  const q = `(?:;[ \\t]*[qQ]=(?:${weight})[ \\t]*(?:;[^,]*)?)${orNone ? "?" : ""}`;
  const range = `(?:${ranges.map(anyCase).join("|")})${parameters}${q}`;
  return { type: "header", key: "accept", value: `(?:.*,)?[ \\t]*${range}(?:,.*)?` };
}

const FULL = "1(?:\\.0*)?";

/**
 * Clients that prefer Markdown to HTML (RFC 9110 §12.5.1): any of these sets of conditions. Markdown must be named, so that a
 * range such as text/* alone still gets HTML. The first set is for Markdown at full weight, which wins over HTML of the same
 * weight. The others are for lower weights: since a pattern can't compare two numbers, Markdown wins where one of the
 * thresholds lies between its weight and that of every range that HTML falls under.
 */
export const PREFERS_MARKDOWN: readonly [Conditions, ...Conditions[]] = [
  { has: [accepts(["text/markdown"], FULL, true)], missing: [] },
  ...THRESHOLDS.map((tenth) => ({
    has: [accepts(["text/markdown"], `0\\.[${tenth}-9][0-9]*`, false)],
    missing: [accepts(HTML_RANGES, `${FULL}|0\\.[${tenth}-9][0-9]*`, true)],
  })),
];
