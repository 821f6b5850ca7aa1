import { env } from "@/lib/env";
import { log } from "@/lib/http/log";
import { run } from "@/lib/payments/ledger/run";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { logKey, logOrigin, signCheckpoint, verifierKey } from "./checkpoint";
import { append, EMPTY_ROOT, fold, leafHash, type Subtree, subtreesOf } from "./merkle";

/**
 * The log's tree as far as it is hashed and signed. Publishing only adds to the list of entries; whoever asks for a proof
 * has the tree moved on by what is old enough, a bounded step at a time. Only that tree is ever shown.
 */

/** Leaves are hashed once they are so old: a settlement that a store forgets, it forgets before. */
const SETTLED_MS = 60_000;
const STEP = 500;

export interface Tree {
  size: number;
  /** Hexadecimal. */
  root: string;
  peaks: readonly string[];
  /** The signed note of this size and root; null where no key signs. */
  checkpoint: string | null;
}

const EMPTY: Tree = { size: 0, root: EMPTY_ROOT, peaks: [], checkpoint: null };
const FIELDS = ["size", "root", "peaks", "checkpoint"] as const;

/**
 * Moves the tree on, once: who read another one writes nothing. KEYS: tree, subtrees, keys. ARGV: size and root that
 * were read, then size, root, peaks, checkpoint, the key that signed it (empty without one), and subtrees with hashes.
 */
const ADVANCE = `
local r = redis.call('HMGET', KEYS[1], 'size', 'root')
if (r[1] or '0') ~= ARGV[1] or (r[2] or ARGV[2]) ~= ARGV[2] then return 'lost' end
for i = 8, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
redis.call('HSET', KEYS[1], 'size', ARGV[3], 'root', ARGV[4], 'peaks', ARGV[5], 'checkpoint', ARGV[6])
if ARGV[7] ~= '' then redis.call('HSETNX', KEYS[3], ARGV[7], ARGV[3]) end
return 'ok'
`;

/** The tree as it was last moved on. */
async function readTree(): Promise<Tree> {
  const reply: unknown = await fromLedger(ledgerStore().hmget(keys.loungeTree(), ...FIELDS));
  const [size, root, peaks, checkpoint] = Array.isArray(reply) ? reply.map((one) => String(one ?? "")) : [];
  if (size === undefined || size === "" || root === undefined) return EMPTY;
  return {
    size: Number(size),
    root,
    peaks: peaks === undefined || peaks === "" ? [] : peaks.split(" "),
    checkpoint: checkpoint === undefined || checkpoint === "" ? null : checkpoint,
  };
}

/** What stands in the log for a signal, in its order. */
export interface Entry {
  signalId: string;
  /** What is hashed: certificate hash, a blank, and milliseconds of publication. */
  leaf: string;
  publishedAt: number;
}

function entryFrom(text: string): Entry {
  const [signalId = "", certificateHash = "", publishedAt = ""] = text.split(" ");
  return { signalId, leaf: `${certificateHash} ${publishedAt}`, publishedAt: Number(publishedAt) };
}

async function readEntries(from: number, count: number): Promise<Entry[]> {
  const texts = await fromLedger(ledgerStore().lrange<string>(keys.loungeLog(), from, from + count - 1));
  return texts.map(entryFrom);
}

const fieldOf = ({ level, index }: Subtree): string => `${level}.${index}`;

/**
 * Hashes of complete subtrees, in one round trip; leaves are hashed from the log itself. Throws for one that is not kept
 * although its leaves should be: the store has lost a part of the log.
 */
export async function readHashes(subtrees: readonly Subtree[]): Promise<string[]> {
  if (subtrees.length === 0) return [];
  const asked = ledgerStore().pipeline();
  for (const subtree of subtrees)
    if (subtree.level === 0) asked.lrange(keys.loungeLog(), subtree.index, subtree.index);
    else asked.hget(keys.loungeSubtrees(), fieldOf(subtree));
  const found = await fromLedger(asked.exec<(string | string[] | null)[]>());
  return subtrees.map((subtree, at) => {
    const one = found[at];
    const text = Array.isArray(one) ? one[0] : one;
    if (typeof text !== "string") throw new Error(`the log has lost its subtree ${fieldOf(subtree)}`);
    return subtree.level === 0 ? leafHash(entryFrom(text).leaf) : text;
  });
}

/** The hash of the leaves in a range. */
export const rootOf = async (from: number, to: number): Promise<string> =>
  fold(await readHashes(subtreesOf({ from, to })));

/**
 * Whether this log goes on from the last checkpoint that its operator kept elsewhere. A store that was restored from an
 * older backup may have lost leaves that were signed: nothing is signed then, since it would be another log's history.
 */
async function goesOnFromFloor(size: number): Promise<boolean> {
  const floor = env().LOUNGE_LOG_FLOOR;
  if (floor === undefined) return true;
  const [floorSize = "", floorRoot = ""] = floor.split(":");
  if (size < Number(floorSize)) return false;
  return (await rootOf(0, Number(floorSize))) === floorRoot;
}

/** Adds what is old enough to the tree, and signs it. Null where there is nothing to add, or the store can't be trusted. */
async function nextOf(tree: Tree): Promise<{ next: Tree; signedBy: string; made: string[] } | null> {
  const entries = await readEntries(tree.size, STEP);
  const young = entries.findIndex(({ publishedAt }) => publishedAt > now() - SETTLED_MS);
  const old = young === -1 ? entries : entries.slice(0, young);
  const key = await logKey();
  const isUnsigned = tree.size > 0 && tree.checkpoint === null && key !== null;
  if (old.length === 0 && !isUnsigned) return null;
  const broken = fold(tree.peaks) !== tree.root;
  if (broken || (tree.size > 0 && (await rootOf(0, tree.size)) !== tree.root)) {
    log.error("log_inconsistent", { size: tree.size });
    return null;
  }
  const { size, peaks, made } = append(
    tree,
    old.map(({ leaf }) => leafHash(leaf)),
  );
  const [root, origin] = [fold(peaks), logOrigin()];
  const signs = key !== null && (await goesOnFromFloor(tree.size));
  if (key !== null && !signs) log.error("log_behind_floor", { size: tree.size });
  if (old.length === 0 && !signs) return null;
  return {
    next: { size, root, peaks, checkpoint: signs ? await signCheckpoint(origin, size, root, key) : null },
    signedBy: signs ? await verifierKey(origin, key) : "",
    made: made.flatMap((subtree) => [fieldOf(subtree), subtree.hash]),
  };
}

/** The tree, moved on by one step where there is something to add. Throws ApiError 503 without the store. */
export async function currentTree(): Promise<Tree> {
  const tree = await readTree();
  const step = await nextOf(tree);
  if (step === null) return tree;
  const { next, signedBy, made } = step;
  const reply = await fromLedger(
    run(
      ADVANCE,
      [keys.loungeTree(), keys.loungeSubtrees(), keys.loungeLogKeys()],
      [
        ...[String(tree.size), tree.root, String(next.size), next.root, next.peaks.join(" ")],
        ...[next.checkpoint ?? "", signedBy, ...made],
      ],
    ),
  );
  return reply === "ok" ? next : readTree();
}

/** The keys that ever signed a checkpoint, with the size of the log at which each was first used. */
export async function logKeys(): Promise<{ key: string; fromSize: number }[]> {
  const found: unknown = await fromLedger(ledgerStore().hgetall(keys.loungeLogKeys()));
  const flat = Array.isArray(found) ? found.map(String) : [];
  return flat.flatMap((key, at) => (at % 2 === 0 ? [{ key, fromSize: Number(flat[at + 1]) }] : []));
}
