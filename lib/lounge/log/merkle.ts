import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";

/**
 * The Merkle tree of RFC 6962 (§2.1), over hashes in hexadecimal. A tree of any size is made of complete subtrees, which
 * never change once their leaves are there: those alone are kept, and everything else is folded from a few of them.
 */

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);

/** A complete subtree: 2^level leaves, the `index`th of its level. */
export interface Subtree {
  level: number;
  index: number;
}

/** The leaves from `from` up to, without, `to`: a part of the tree that has a hash of its own. */
interface Range {
  from: number;
  to: number;
}

export const EMPTY_ROOT = bytesToHex(sha256(new Uint8Array()));

export const leafHash = (data: string): string => bytesToHex(sha256(concatBytes(LEAF, utf8ToBytes(data))));

export const nodeHash = (left: string, right: string): string =>
  bytesToHex(sha256(concatBytes(NODE, hexToBytes(left), hexToBytes(right))));

/** The largest power of two below `count`, which is at least 2. */
function split(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** The complete subtrees that a range is made of, largest first. */
export function subtreesOf({ from, to }: Range): Subtree[] {
  const found: Subtree[] = [];
  for (let at = from; at < to;) {
    let level = 0;
    while (2 ** (level + 1) <= to - at) level++;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

/** The hash of a range from those of its subtrees. */
export function fold(hashes: readonly string[]): string {
  const [last, ...others] = [...hashes].reverse();
  return last === undefined ? EMPTY_ROOT : others.reduce((right, left) => nodeHash(left, right), last);
}

/** The ranges whose hashes prove that a leaf is in the tree of `size` (RFC 6962 §2.1.1), from the leaf upwards. */
export function inclusionPath(leaf: number, size: number): Range[] {
  const path: Range[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + split(to - from);
    if (leaf < middle) {
      path.unshift({ from: middle, to });
      to = middle;
    } else {
      path.unshift({ from, to: middle });
      from = middle;
    }
  }
  return path;
}

/** The ranges whose hashes prove that the tree of `first` leaves is the beginning of that of `second` (RFC 6962 §2.1.2). */
export function consistencyPath(first: number, second: number): Range[] {
  const path: Range[] = [];
  let [from, to, isWhole] = [0, second, true];
  while (to !== first) {
    const middle = from + split(to - from);
    if (first <= middle) {
      path.unshift({ from: middle, to });
      to = middle;
    } else {
      path.unshift({ from, to: middle });
      [from, isWhole] = [middle, false];
    }
  }
  return isWhole ? path : [{ from, to }, ...path];
}

/**
 * Whether a range is the last few of the tree's peaks, the complete subtrees that it is made of: they are known with its
 * root. What reaches up to the end from within a peak is no peak, and is read like any other.
 */
export const isOfPeaks = ({ from, to }: Range, size: number): boolean =>
  to === size && subtreesOf({ from: 0, to: size }).some(({ level, index }) => index * 2 ** level === from);

/** The complete subtrees that ranges of a tree need read: at a million leaves at most 25 a proof. */
export const subtreesToRead = (ranges: readonly Range[], size: number): Subtree[] =>
  ranges.flatMap((range) => (isOfPeaks(range, size) ? [] : subtreesOf(range)));

/** A tree that grows: the hashes of the complete subtrees that it is made of, largest first. */
export interface Growing {
  size: number;
  peaks: readonly string[];
}

/** Adds leaves to a tree. `made`: the complete subtrees above the leaves that came to be by that. */
export function append(
  tree: Growing,
  leaves: readonly string[],
): Growing & { made: (Subtree & { hash: string })[] } {
  const made: (Subtree & { hash: string })[] = [];
  const peaks = [...tree.peaks];
  let { size } = tree;
  for (const leaf of leaves) {
    peaks.push(leaf);
    for (let level = 1, index = size; index % 2 === 1; level++) {
      index = (index - 1) / 2;
      const [left = "", right = ""] = peaks.splice(-2);
      const hash = nodeHash(left, right);
      peaks.push(hash);
      made.push({ level, index, hash });
    }
    size++;
  }
  return { size, peaks, made };
}
