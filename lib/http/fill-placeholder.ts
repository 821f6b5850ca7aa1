import { toBinary } from "./base64";

/**
 * Fills a placeholder of fixed length with a fresh token per use: the text around it is encoded once.
 */

/** The text with a token in place of the placeholder. */
export function fillText(text: string, placeholder: string): (token: string) => string {
  const parts = text.split(placeholder);
  return (token) => parts.join(token);
}

/** One gap for the token within the base64: the bytes beside it that share its groups of three. */
interface Gap {
  before: string;
  after: string;
  /** Base64 of what follows, up to the next gap. */
  rest: string;
}

/**
 * Base64 of the text's UTF-8 with a token in each gap. Tokens are ASCII and as long as the placeholder, or
 * the groups of three would shift; the function throws for another length, and for gaps that touch each other.
 */
export function fillBase64(text: string, placeholder: string): (token: string) => string {
  const parts = text.split(placeholder).map((part) => toBinary(new TextEncoder().encode(part)));
  let first = "";
  const gaps: Gap[] = [];
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    const end = offset + part.length;
    const shared = index === 0 ? 0 : (3 - (offset % 3)) % 3;
    const isLast = index === parts.length - 1;
    const stop = isLast ? part.length : part.length - (end % 3);
    if (!isLast && shared > stop) throw new Error("two placeholders touch each other");
    const rest = btoa(part.slice(shared, stop));
    const previous = gaps.at(-1);
    if (previous === undefined) first = rest;
    else Object.assign(previous, { after: part.slice(0, shared), rest });
    if (!isLast) gaps.push({ before: part.slice(stop), after: "", rest: "" });
    offset = end + placeholder.length;
  }
  return (token) => {
    if (token.length !== placeholder.length) throw new Error("the token is not as long as its placeholder");
    let base64 = first;
    for (const { before, after, rest } of gaps) base64 += btoa(before + token + after) + rest;
    return base64;
  };
}
