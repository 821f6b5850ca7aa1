import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import type { Body } from "./certificate";
import type { Signal, StoredSignal } from "./signal";

/** Reads of the lounge, in the ledger's database. All throw ApiError 503 when that can't be reached. */

/** Fields of a signal's record. */
export const FIELDS = {
  signal: "signal",
  publishedAt: "publishedAt",
  place: "place",
  unlocks: "unlocks",
  outcome: "outcome",
  counts: "counts",
  hidden: "hidden",
  mint: "mint",
} as const;
const READ = Object.values(FIELDS);

/** Further ones, which no list reads: the payment on Solana whose memo says the certificate's hash, and its transaction. */
export const DATED_BY = { payment: "payment", transaction: "transaction" } as const;

const texts = (reply: unknown): (string | null)[] =>
  Array.isArray(reply) ? reply.map((one: unknown) => (one === null ? null : String(one))) : [];

function signalFrom(reply: unknown): Signal | null {
  const [signal, publishedAt, place, unlocks, outcome = null, counts, hidden = null, mint = null] =
    texts(reply);
  if (signal === null || signal === undefined) return null;
  return {
    ...(JSON.parse(signal) as StoredSignal), // as publishing wrote it
    publishedAt: Number(publishedAt),
    seq: Number(place) - 1,
    unlocks: Number(unlocks ?? 0),
    outcome: outcome === null ? null : (JSON.parse(outcome) as Signal["outcome"]), // as scoring wrote it
    counts: counts === "1",
    hidden: hidden === null ? null : (JSON.parse(hidden) as Signal["hidden"]), // as hiding wrote it
    mint: mint === null ? null : (JSON.parse(mint) as Signal["mint"]), // as recording wrote it
  };
}

/** What of a signal was written when it was published. */
export const storedPart = ({
  publishedAt: _,
  seq: __,
  unlocks: ___,
  outcome: ____,
  counts: _____,
  hidden: ______,
  mint: _______,
  ...stored
}: Signal): StoredSignal => stored;

/** Signals by their ids, in that order; null for one that was never published. One round trip. */
export async function readSignals(ids: readonly string[]): Promise<(Signal | null)[]> {
  if (ids.length === 0) return [];
  const asked = ledgerStore().pipeline();
  for (const id of ids) asked.hmget(keys.loungeSignal(id), ...READ);
  return (await fromLedger(asked.exec())).map(signalFrom);
}

export const readSignal = async (id: string): Promise<Signal | null> => (await readSignals([id]))[0] ?? null;

const bodyFrom = (text: string | null | undefined): Body | null =>
  typeof text === "string" ? (JSON.parse(text) as Body) : null; // as publishing wrote it

/** The paid texts of signals, in that order; null for one that has none any more. One round trip. */
export async function readBodies(ids: readonly string[]): Promise<(Body | null)[]> {
  if (ids.length === 0) return [];
  const found = await fromLedger(ledgerStore().mget(ids.map((id) => keys.loungeText(id))));
  return texts(found).map(bodyFrom);
}

/** A signal with its paid text, for who may read it. One round trip. */
export async function readSold(id: string): Promise<{ signal: Signal | null; body: Body | null }> {
  const asked = ledgerStore().pipeline();
  asked.hmget(keys.loungeSignal(id), ...READ);
  asked.get(keys.loungeText(id));
  const [signal, text] = await fromLedger(asked.exec<[unknown, string | null]>());
  return { signal: signalFrom(signal), body: bodyFrom(text) };
}

/** A signal, and whether that wallet has bought it. One round trip. */
export async function readForReader(
  id: string,
  wallet: string | null,
): Promise<{ signal: Signal | null; hasBought: boolean }> {
  const asked = ledgerStore().pipeline();
  asked.hmget(keys.loungeSignal(id), ...READ);
  if (wallet !== null) asked.hget(keys.loungeReaders(id), wallet);
  const [signal, bought = null] = await fromLedger(asked.exec<[unknown, string | null | undefined]>());
  return { signal: signalFrom(signal), hasBought: bought !== null };
}

/** What a wallet has unlocked of others, as far as the money was seen on chain. One round trip. */
export async function readReader(wallet: string): Promise<{ signals: number; creators: number }> {
  const asked = ledgerStore().pipeline();
  asked.zcard(keys.loungeRead(wallet));
  asked.zcard(keys.loungeReadOf(wallet));
  const [signals, creators] = await fromLedger(asked.exec<[number, number]>());
  return { signals: Number(signals), creators: Number(creators) };
}

/** Payments whose kept answers hold words of a signal's: those of the last days that published or unlocked it. */
export const readSales = (id: string): Promise<string[]> =>
  fromLedger(ledgerStore().zrange<string[]>(keys.loungeSales(id), 0, -1));
