import { toBinary } from "./base64";

/**
 * Fills placeholders of fixed length with fresh tokens per use: the text around them is encoded once.
 */

/** Gives the text with each placeholder's token, in the order of the placeholders. */
export type Fill = (...tokens: string[]) => string;

/** A text in parts, and between each two of them the index of the placeholder that stood there. */
function cut(text: string, placeholders: readonly string[]): { parts: string[]; between: number[] } {
  const parts: string[] = [];
  const between: number[] = [];
  for (let rest = text; ;) {
    const [next] = placeholders
      .map((placeholder, index) => ({ index, at: rest.indexOf(placeholder), length: placeholder.length }))
      .filter(({ at }) => at >= 0)
      .toSorted((one, other) => one.at - other.at);
    if (next === undefined) return { parts: [...parts, rest], between };
    parts.push(rest.slice(0, next.at));
    between.push(next.index);
    rest = rest.slice(next.at + next.length);
  }
}

/** The text with the tokens in place of the placeholders. */
export function fillText(text: string, ...placeholders: string[]): Fill {
  const { parts, between } = cut(text, placeholders);
  const [first = "", ...rest] = parts;
  return (...tokens) => {
    let filled = first;
    for (const [index, part] of rest.entries()) filled += (tokens[between[index] ?? 0] ?? "") + part;
    return filled;
  };
}

/** One gap for a token within the base64: the bytes beside it that share its groups of three. */
interface Gap {
  /** Index of its placeholder. */
  which: number;
  before: string;
  after: string;
  /** Base64 of what follows, up to the next gap. */
  rest: string;
}

/**
 * Base64 of the text's UTF-8 with a token in each gap. Tokens are ASCII and as long as their placeholder, or
 * the groups of three would shift; the function throws for another length, and for gaps that touch each other.
 */
export function fillBase64(text: string, ...placeholders: string[]): Fill {
  const { parts: texts, between } = cut(text, placeholders);
  const parts = texts.map((part) => toBinary(new TextEncoder().encode(part)));
  let first = "";
  const gaps: Gap[] = [];
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    const end = offset + part.length;
    const shared = index === 0 ? 0 : (3 - (offset % 3)) % 3;
    const which = between[index];
    const stop = which === undefined ? part.length : part.length - (end % 3);
    if (which !== undefined && shared > stop) throw new Error("two placeholders touch each other");
    const rest = btoa(part.slice(shared, stop));
    const previous = gaps.at(-1);
    if (previous === undefined) first = rest;
    else Object.assign(previous, { after: part.slice(0, shared), rest });
    if (which === undefined) break;
    gaps.push({ which, before: part.slice(stop), after: "", rest: "" });
    offset = end + (placeholders[which]?.length ?? 0);
  }
  return (...tokens) => {
    if (placeholders.some(({ length }, index) => tokens[index]?.length !== length))
      throw new Error("the token is not as long as its placeholder");
    let base64 = first;
    for (const { which, before, after, rest } of gaps) base64 += btoa(before + tokens[which] + after) + rest;
    return base64;
  };
}
