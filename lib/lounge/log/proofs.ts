import { ApiError } from "@/lib/http/api-error";
import { describe, log } from "@/lib/http/log";
import {
  consistencyPath,
  fold,
  inclusionPath,
  isOfPeaks,
  leafHash,
  nodeHash,
  subtreesOf,
  subtreesToRead,
} from "./merkle";
import { readHashes, type Tree } from "./tree";

/** Hashes of several ranges of a tree, in one round trip. */
async function hashesOf(
  ranges: readonly { from: number; to: number }[],
  { size, peaks }: Tree,
): Promise<string[]> {
  const read = await readHashes(subtreesToRead(ranges, size));
  let at = 0;
  return ranges.map((range) => {
    const count = subtreesOf(range).length;
    return fold(isOfPeaks(range, size) ? peaks.slice(-count) : read.slice(at, (at += count)));
  });
}

/** The root that a leaf and its proof lead to (RFC 9162 §2.1.3.2). */
function rootBy(leaf: string, index: number, size: number, proof: readonly string[]): string {
  let [hash, at, last] = [leaf, index, size - 1];
  for (const sibling of proof) {
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return hash;
}

/**
 * Proves that a leaf (its data) is the `index`th of the tree. At a million leaves 20 hashes are read. Throws where the
 * store's log does not lead to the root that was signed: a proof that is none must not leave here.
 */
export async function proveInclusion(leaf: string, index: number, tree: Tree): Promise<string[]> {
  const { size, root } = tree;
  const proof = await hashesOf(inclusionPath(index, size), tree);
  if (rootBy(leafHash(leaf), index, size, proof) !== root)
    throw new Error(`leaf ${index} does not lead to the root of the log of ${size}`);
  return proof;
}

/**
 * The same for an earlier tree of this log. Null, with an alarm, where the log does not lead to its root any more: the
 * store was restored from an older backup, and what was signed then is another log's.
 */
export async function proveInPast(
  leaf: string,
  index: number,
  { size, root }: Pick<Tree, "size" | "root">,
): Promise<string[] | null> {
  try {
    const peaks = await readHashes(subtreesOf({ from: 0, to: size }));
    return await proveInclusion(leaf, index, { size, root, peaks, checkpoint: null });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    log.error("log_left_its_anchor", { size, why: describe(error) });
    return null;
  }
}

/** Proves that the log of `first` leaves, which are 1 at least, is the beginning of this one. */
export const proveConsistency = (first: number, tree: Tree): Promise<string[]> =>
  hashesOf(consistencyPath(first, tree.size), tree);
