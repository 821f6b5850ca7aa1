import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  append,
  consistencyPath,
  fold,
  inclusionPath,
  leafHash,
  type Subtree,
  subtreesOf,
  subtreesToRead,
} from "@/lib/lounge/log/merkle";
import { isConsistent, rootOfInclusion } from "@/lib/lounge/verifier/verify";

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** The definition of RFC 6962 §2.1, word by word. */
function rootBy(leaves: readonly Buffer[]): string {
  const [only] = leaves;
  if (only === undefined) return sha256(Buffer.alloc(0));
  if (leaves.length === 1) return sha256(Buffer.concat([Buffer.from([0]), only]));
  const half = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  const [left, right] = [rootBy(leaves.slice(0, half)), rootBy(leaves.slice(half))];
  return sha256(Buffer.from(`01${left}${right}`, "hex"));
}

const named = (count: number, name = "leaf"): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`);

/** A log as the store keeps it: its leaves, and every complete subtree's hash. */
function logOf(leaves: readonly string[]) {
  const kept = new Map<string, string>();
  leaves.forEach((leaf, index) => kept.set(`0.${index}`, leafHash(leaf)));
  const tree = append({ size: 0, peaks: [] }, leaves.map(leafHash));
  for (const { level, index, hash } of tree.made) kept.set(`${level}.${index}`, hash);
  let read = 0;
  const hashOf = (subtrees: readonly Subtree[]): string =>
    fold(
      subtrees.map(({ level, index }) => {
        read++;
        const hash = kept.get(`${level}.${index}`);
        if (hash === undefined) throw new Error(`${level}.${index} is not kept`);
        return hash;
      }),
    );
  return {
    root: fold(tree.peaks),
    size: leaves.length,
    reads: () => read,
    inclusion: (index: number, size = leaves.length) =>
      inclusionPath(index, size).map((range) => hashOf(subtreesOf(range))),
    consistency: (first: number) =>
      consistencyPath(first, leaves.length).map((range) => hashOf(subtreesOf(range))),
  };
}

describe("the log's tree", () => {
  it("has the root that RFC 6962 defines, at every size", () => {
    for (let size = 0; size <= 70; size++) {
      const leaves = named(size);
      expect(logOf(leaves).root).toBe(rootBy(leaves.map((leaf) => Buffer.from(leaf))));
    }
  });

  it("is the same however its leaves are added", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 8 }), (steps) => {
        let tree = append({ size: 0, peaks: [] }, []);
        for (const step of steps) {
          const leaves = Array.from({ length: step }, (_, at) => leafHash(`leaf ${tree.size + at}`));
          tree = append(tree, leaves);
        }
        expect(fold(tree.peaks)).toBe(logOf(named(tree.size)).root);
      }),
    );
  });

  it("proves every leaf of every size, and none elsewhere", async () => {
    for (const size of [1, 2, 3, 5, 6, 7, 8, 13, 16, 21]) {
      const { root, inclusion } = logOf(named(size));
      for (let index = 0; index < size; index++) {
        const proof = inclusion(index);
        expect(await rootOfInclusion(leafHash(`leaf ${index}`), index, size, proof)).toBe(root);
        expect(await rootOfInclusion(leafHash("another"), index, size, proof)).not.toBe(root);
        if (size > 1)
          expect(await rootOfInclusion(leafHash(`leaf ${index}`), (index + 1) % size, size, proof)).not.toBe(
            root,
          );
        expect(await rootOfInclusion(leafHash(`leaf ${index}`), index, size, [...proof, root])).not.toBe(
          root,
        );
        if (proof.length > 0)
          expect(await rootOfInclusion(leafHash(`leaf ${index}`), index, size, proof.slice(1))).not.toBe(
            root,
          );
      }
    }
  });

  it("proves that it goes on from each earlier size, and from no other log's", async () => {
    for (const size of [1, 2, 3, 6, 8, 13, 21]) {
      const second = logOf(named(size));
      for (let first = 1; first <= size; first++) {
        const earlier = logOf(named(first));
        const proof = second.consistency(first);
        expect(await isConsistent(earlier, second, proof)).toBe(true);
        const forged = { size: first, root: logOf(named(first, "other")).root };
        expect(await isConsistent(forged, second, proof)).toBe(false);
      }
    }
  });

  it.each([
    ["a leaf was changed", (leaves: string[]) => leaves.with(3, "changed")],
    ["a leaf was removed", (leaves: string[]) => leaves.toSpliced(3, 1)],
    [
      "two leaves changed places",
      (leaves: string[]) => leaves.with(3, leaves[4] ?? "").with(4, leaves[3] ?? ""),
    ],
    ["a leaf was put in", (leaves: string[]) => leaves.toSpliced(3, 0, "new")],
    [
      "the end was cut off and written anew",
      (leaves: string[]) => [...leaves.slice(0, 8), ...named(9, "fork")],
    ],
  ])("is not consistent with what it was when %s", async (_, rewrite) => {
    const kept = logOf(named(10));
    const rewritten = logOf(rewrite(named(17)));
    expect(await isConsistent(kept, rewritten, rewritten.consistency(10))).toBe(false);
    const [index, leaf] = [9, leafHash("leaf 9")];
    const proof = rewritten.inclusion(index);
    const found = await rootOfInclusion(leaf, index, rewritten.size, proof);
    expect(found === kept.root).toBe(false);
  });

  it("reads at most 25 hashes for a proof at a million leaves", () => {
    let most = 0;
    for (const size of [1_000_000, 999_999, 2 ** 20, 2 ** 20 - 1])
      for (let at = 0; at < 2_000; at++) {
        const index = Math.floor((at / 2_000) * size);
        const reads = subtreesToRead(inclusionPath(index, size), size).length;
        most = Math.max(most, reads);
      }
    expect(most).toBeLessThanOrEqual(25);
  });
});
