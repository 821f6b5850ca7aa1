import { keep, type KeyValue, readKept } from "@/lib/buying/storage";

const keyOf = (signalId: string): string => `lounge:mint:${signalId}`;
/** Of attempts that were cut off; more than a few are nobody's. */
const MOST = 8;

const readTexts = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string").slice(0, MOST) : null;

/** Transactions that this browser signed for a signal's mint, newest first. */
export const keptSignatures = (storage: KeyValue, signalId: string): string[] =>
  readKept(storage, keyOf(signalId), readTexts) ?? [];

/** Keeps one before it is sent, so that a page that is closed in the middle can have the mint recorded later. */
export const keepSignature = (storage: KeyValue, signalId: string, signature: string): void =>
  keep(storage, keyOf(signalId), [signature, ...keptSignatures(storage, signalId)].slice(0, MOST));

export const forgetSignatures = (storage: KeyValue, signalId: string): void =>
  storage.removeItem(keyOf(signalId));
