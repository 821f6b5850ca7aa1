import type { Redis } from "@upstash/redis";
import * as z from "zod";

/** What the ledger holds of the one payment that a case made. */
export interface LedgerState {
  /** Its state, or null when nothing is kept of it. */
  state: string | null;
  /** The chain has shown its transfer: the receipt is more than somebody's word. */
  confirmed: boolean;
  /** What is held of its money; null where nothing is kept of it. */
  trust: string | null;
  /** Proofs against facilitators, and how many facilitators are switched off. */
  proofs: number;
  off: number;
  /** Payments in the index of open ones. */
  open: number;
  /** Payments that have one of their payers' slots. */
  slots: number;
  /** Base units of all sales that it counted, which is an effect of each. */
  sold: bigint;
  /** What it counted of it in another asset than USDC, and as burned. */
  soldForToken: bigint;
  burned: bigint;
  /** Milliseconds until a claim runs out by itself; 0 without one. */
  claimMs: number;
}

const Receipt = z.object({ confirmed: z.boolean().default(false) });

/** What stands beside payments in a payer's slots: the wait after one that moved nothing, that they have paid, each of their sales, and what was refused. */
const BESIDE = /^(?:cooldown$|paid$|sale \d+$|refusal |explained |presented )/;

/** What is counted apart from USDC stands behind its network's id. */
const CAIP2_PARTS = 2;

const sumOf = (taken: readonly (readonly [string, string])[]): bigint =>
  taken.reduce((sum, [, amount]) => sum + BigInt(amount), 0n);

/** A hash's fields and values; the client is told to read nothing into what Redis sends, which is one flat list. */
const pairsIn = (flat: unknown): (readonly [string, string])[] =>
  Array.isArray(flat)
    ? flat.flatMap((field, index) =>
        index % 2 === 0 ? [[String(field), String(flat[index + 1])] as const] : [],
      )
    : [];

/** Reads it straight from the store. Throws when there is more than one payment. */
export async function readLedger(redis: Redis): Promise<LedgerState> {
  const keys = await redis.keys("*:ledger:*");
  const records = keys.filter((key) => key.endsWith(":record"));
  if (records.length > 1) throw new Error(`one payment was made, and the ledger knows ${records.length}`);
  const [record] = records;
  const state = record === undefined ? null : await redis.hget<string>(record, "state");
  const receipt = record === undefined ? null : await redis.hget<string>(record, "receipt");
  const lists = await Promise.all(
    keys.filter((key) => key.includes(":ledger:slots:")).map((key) => redis.zrange<string[]>(key, 0, -1)),
  );
  const totalsKey = keys.find((key) => key.endsWith(":ledger:totals"));
  const taken = totalsKey === undefined ? [] : pairsIn(await redis.hgetall(totalsKey));
  const burnsKey = keys.find((key) => key.endsWith(":ledger:token-totals"));
  const burned = burnsKey === undefined ? null : await redis.hget<string>(burnsKey, "burned");
  const lies = await Promise.all(
    keys.filter((key) => key.includes(":ledger:lies:")).map((key) => redis.zcard(key)),
  );
  const switchesKey = keys.find((key) => key.endsWith(":ledger:switches"));
  const switches = switchesKey === undefined ? [] : pairsIn(await redis.hgetall(switchesKey));
  const openKey = keys.find((key) => key.endsWith(":ledger:open"));
  return {
    state,
    confirmed: Receipt.parse(JSON.parse(receipt ?? "{}")).confirmed,
    trust: record === undefined ? null : await redis.hget<string>(record, "trust"),
    proofs: lies.reduce((sum, count) => sum + count, 0),
    off: switches.filter(([field]) => field.startsWith("facilitator ")).length,
    open: openKey === undefined ? 0 : await redis.zcard(openKey),
    slots: lists.flat().filter((member) => !BESIDE.test(member)).length,
    sold: sumOf(taken),
    soldForToken: sumOf(taken.filter(([account]) => account.split(":").length > CAIP2_PARTS)),
    burned: BigInt(burned ?? 0),
    claimMs: record !== undefined && state === "claimed" ? Math.max(0, await redis.pttl(record)) : 0,
  };
}
