import { sha256Hex } from "@/lib/http/digest";
import { LOOK_ALIKES } from "@/lib/sources/text/look-alikes";

/**
 * When two summaries are one. Exactly: equal but for capitals and blanks. Nearly: four fifths of their three-word
 * sequences are common (Jaccard); those are found by a MinHash sketch in bands, so that a text is compared with those
 * few that share a band, not with all that were ever published.
 */

const SHINGLE_WORDS = 3;
export const SIMILAR = 0.8;
/** 10 bands of 4 find a text of similarity 0.8 with probability 1 − (1 − 0.8⁴)¹⁰ = 0.995. */
export const BANDS = 10;
const ROWS = 4;

/** Names a summary by what it says, whatever its capitals and blanks. */
export const contentHashOf = (summary: string): Promise<string> =>
  sha256Hex(summary.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim());

/**
 * The words of a text as they look: a copy in other scripts' letters reads the same. Links say little, and change without
 * the text.
 */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .replace(/[^\0-\x7f]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, " ")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The sequences of three words in a text; a shorter text is one. */
function shinglesOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text);
  const last = Math.max(0, words.length - SHINGLE_WORDS);
  return new Set(
    words.slice(0, last + 1).map((_, index) => words.slice(index, index + SHINGLE_WORDS).join(" ")),
  );
}

/** The share of two texts' sequences that both have, 0 to 1. */
export function similarityOf(one: string, other: string): number {
  const [a, b] = [shinglesOf(one), shinglesOf(other)];
  const common = [...a].filter((shingle) => b.has(shingle)).length;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

/** FNV-1a over UTF-16 units. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** MurmurHash3's finaliser: each seed makes another order of all hashes. */
function mix(hash: number, seed: number): number {
  let mixed = hash ^ Math.imul(seed + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A part of a text's sketch for each band; none for a text without words. Texts alike share one with high probability. */
export function sketchOf(text: string): string[] {
  const hashes = [...shinglesOf(text)].map(hash32);
  if (hashes.length === 0) return [];
  const least = (seed: number): string => {
    let smallest = 0xffffffff;
    for (const hash of hashes) smallest = Math.min(smallest, mix(hash, seed));
    return smallest.toString(36);
  };
  return Array.from({ length: BANDS }, (_, band) =>
    Array.from({ length: ROWS }, (__, row) => least(band * ROWS + row)).join("."),
  );
}
