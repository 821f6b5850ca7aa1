import { toBinary } from "./base64";

/**
 * Texts that differ from one use to the next only in a token of fixed length: what is around it is encoded once.
 */

/** The text with another token in each place of the placeholder. */
export function stampText(text: string, placeholder: string): (token: string) => string {
  const parts = text.split(placeholder);
  return (token) => parts.join(token);
}

/** One place of the token within the base64: the bytes beside it that share its groups of three. */
interface Place {
  before: string;
  after: string;
  /** Base64 of what follows, up to the next place. */
  rest: string;
}

/**
 * Base64 of the text's UTF-8 with another token in each place. Tokens are ASCII and as long as the placeholder, or
 * the groups of three would shift; the function throws for another length, and for places that touch each other.
 */
export function stampBase64(text: string, placeholder: string): (token: string) => string {
  const parts = text.split(placeholder).map((part) => toBinary(new TextEncoder().encode(part)));
  let first = "";
  const places: Place[] = [];
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    const end = offset + part.length;
    const shared = index === 0 ? 0 : (3 - (offset % 3)) % 3;
    const isLast = index === parts.length - 1;
    const stop = isLast ? part.length : part.length - (end % 3);
    if (!isLast && shared > stop) throw new Error("two places of a stamped token touch each other");
    const rest = btoa(part.slice(shared, stop));
    const previous = places.at(-1);
    if (previous === undefined) first = rest;
    else Object.assign(previous, { after: part.slice(0, shared), rest });
    if (!isLast) places.push({ before: part.slice(stop), after: "", rest: "" });
    offset = end + placeholder.length;
  }
  return (token) => {
    if (token.length !== placeholder.length) throw new Error("a stamped token has another length");
    let base64 = first;
    for (const { before, after, rest } of places) base64 += btoa(before + token + after) + rest;
    return base64;
  };
}
