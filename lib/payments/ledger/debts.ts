import { env } from "@/lib/env";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { ledgerEpoch } from "./epoch";
import { run } from "./run";

/** A payment that moved and was not served. It is owed to its payer until it is refunded. */
export interface Debt {
  payer: string;
  network: string;
  /** USDC base units: what is owed, whatever it was paid in. */
  amount: string;
  /** The transaction that paid us. */
  transaction: string;
  /** When it landed, in milliseconds. */
  at: number;
}

/** More can't be noted: someone makes them. They stay on the chain, and the alert says that the list is full. */
export const MAX_DEBTS = 5_000;

/**
 * The debts are a sorted set (payment keys by when they landed), and what is known of each a hash. A payment that the ledger
 * knows is no debt of this kind: its record says what it is. One that is only claimed may be served or forgotten in a moment.
 */
const NOTE_DEBT = `
local debtsKey, debtNotesKey, recordKey = unpack(KEYS)
local paymentKey, landedAt, note, mostDebts = unpack(ARGV)
local state = redis.call('HGET', recordKey, 'state')
if state then return state == 'claimed' and 'claimed' or 'known' end
if redis.call('ZSCORE', debtsKey, paymentKey) then return 'noted' end
if redis.call('ZCARD', debtsKey) >= tonumber(mostDebts) then return 'full' end
redis.call('ZADD', debtsKey, landedAt, paymentKey)
redis.call('HSET', debtNotesKey, paymentKey, note)
return 'noted'
`;

export type Noted = "noted" | "known" | "claimed" | "full";
const NOTED: readonly Noted[] = ["noted", "known", "claimed", "full"];

/** Puts a payment without a record on the list of debts, once. */
export async function noteDebt(paymentKey: string, debt: Debt): Promise<Noted> {
  const redisKeys = [keys.debts(), keys.debtNotes(), keys.payment(paymentKey)];
  const args = [paymentKey, String(debt.at), JSON.stringify(debt), String(MAX_DEBTS)];
  const reply = await run(NOTE_DEBT, redisKeys, args);
  const noted = NOTED.find((one) => one === reply);
  if (noted === undefined) throw new Error("the ledger answered something else than it should");
  return noted;
}

/** Less than a sold payment is remembered for: what is older and has no record may have been served. */
const REMEMBERED = 0.9;

/** Returns whether the ledger still remembers sales of that time. Throws when the store is unreachable. */
export async function isRemembered({ at }: Pick<Debt, "at">): Promise<boolean> {
  const isRecent = now() - at < env().LEDGER_KEY_TTL_SEC * 1000 * REMEMBERED;
  return isRecent && at > (await ledgerEpoch());
}

/**
 * The same of a payment that only the chain has told of. `forgotten`: it may have been sold for before the ledger remembers, and
 * is not noted.
 */
export async function noteUnserved(paymentKey: string, debt: Debt): Promise<Noted | "forgotten"> {
  return (await isRemembered(debt)) ? noteDebt(paymentKey, debt) : "forgotten";
}

/** Whether the ledger has a record of a payment, whatever became of it. Throws when the store can't be reached. */
export const isRecorded = async (paymentKey: string): Promise<boolean> =>
  (await ledgerStore().exists(keys.payment(paymentKey))) === 1;
