import { invalidRequest } from "@/lib/http/body";
import { cleanText } from "@/lib/sources/text/clean-text";
import { LOOK_ALIKES } from "@/lib/sources/text/look-alikes";
import type { AddressPair } from "./agent-id";
import { MAX_DESCRIPTION, MAX_NAME } from "./limits/vocabulary";

/** Letters that show as a blank, and are one here: `cleanText` would take most of them out, and join what they part. */
const BLANK_LETTERS = /[\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/**
 * A word whose foreign letters all look like Latin ones, in Latin: what is left of other scripts then can't be taken for it.
 * Words of which one letter has no such twin are somebody's language, and stay.
 */
function unmasked(word: string): string {
  const letters = Array.from(word, (letter) => LOOK_ALIKES.get(letter) ?? letter).join("");
  return /^[\p{Script=Latin}\p{M}]+$/u.test(letters) ? letters : word;
}

/** A text of an agent's as one line of plain text: no markup, nothing invisible, no letters that pass for others. */
export const cleanOwnText = (raw: string): string =>
  cleanText(raw.replace(BLANK_LETTERS, " ")).replace(WORD, unmasked).replace(/\s+/gu, " ").trim();

function checked(field: string, text: string, most: number): string {
  const length = Array.from(text).length;
  if (length <= most) return text;
  throw invalidRequest([{ path: field, message: `may have ${most} characters, and has ${length}` }]);
}

/** A display name of 1 to 64 characters. Throws ApiError 400. */
export function readName(raw: string): string {
  const name = cleanOwnText(raw);
  if (name === "") throw invalidRequest([{ path: "name", message: "has no visible character" }]);
  return checked("name", name, MAX_NAME);
}

/** A description of up to 280 characters; empty for none. Throws ApiError 400. */
export const readDescription = (raw: string): string =>
  checked("description", cleanOwnText(raw), MAX_DESCRIPTION);

/** The name of an agent that has none: its address, shortened. */
export function defaultName({ solAddress, evmAddress }: AddressPair): string {
  const address = solAddress ?? evmAddress ?? "";
  return `Agent ${address.slice(0, 6)}…${address.slice(-4)}`;
}
