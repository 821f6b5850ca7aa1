import { baseUnits, type BaseUnits } from "@/lib/catalog/money";
import { isRecord } from "@/lib/is-record";
import { callId, type NamedCall, type Proof, readBody } from "./call";
import { keep, type KeyList, type KeyValue, readKept } from "./storage";

/**
 * A payment is kept before it is sent, so that a cut connection, a reload or another tab sends this one again instead of
 * signing a second. It is no key: it moves one price to one address, and buys this one answer for whoever holds it; the
 * service keeps the answer for a day.
 */
export interface KeptPayment {
  id: string;
  /** The PAYMENT-SIGNATURE header as it was sent; the replay token is in it. */
  header: string;
  /** CAIP-2 id. */
  network: string;
  payer: string;
  amount: BaseUnits;
  /** When it was signed, in milliseconds. */
  at: number;
  /** Whether its answer has been here: then it is there to read that again. */
  served: boolean;
  /** The sign-in that it was sent with: what it buys depends on that, so that it is sent again with no less. */
  proof?: Proof;
  /** Each sending of it was answered, by words that it moved nothing; else what became of one is not known. */
  refused?: true;
}

/** As long as the service keeps the answer. */
const KEPT_MS = 24 * 3600 * 1000;

const PREFIX = "pay:kept ";
const keyOf = (call: NamedCall): string => PREFIX + callId(call);

function readProof(value: unknown): Pick<KeptPayment, "proof"> {
  if (!isRecord(value)) return {};
  const { header, until } = value;
  return typeof header === "string" && typeof until === "number" ? { proof: { header, until } } : {};
}

function read(value: unknown): KeptPayment | null {
  if (!isRecord(value)) return null;
  const { id, header, network, payer, amount, at, served, refused, proof } = value;
  const isWhole =
    typeof id === "string" &&
    typeof header === "string" &&
    typeof network === "string" &&
    typeof payer === "string" &&
    typeof at === "number" &&
    typeof served === "boolean" &&
    typeof amount === "number" &&
    Number.isSafeInteger(amount) &&
    amount >= 0;
  if (!isWhole) return null;
  const payment = { id, header, network, payer, amount: baseUnits(amount), at, served, ...readProof(proof) };
  return refused === true ? { ...payment, refused } : payment;
}

/** The payments of calls, in what the browser keeps. */
export const keptPayments = (storage: KeyValue, now: () => number) => ({
  recall(call: NamedCall): KeptPayment | null {
    const kept = readKept(storage, keyOf(call), read);
    if (kept !== null && now() - kept.at < KEPT_MS) return kept;
    storage.removeItem(keyOf(call));
    return null;
  },
  /** Throws where the browser keeps nothing: then nothing may be sent. */
  keep: (call: NamedCall, payment: KeptPayment) => keep(storage, keyOf(call), payment),
  forget: (call: NamedCall) => storage.removeItem(keyOf(call)),
});

/** Calls that this browser paid for within a day, but those for agents, whose answers are not for it. */
export function keptCalls(
  storage: KeyList,
  now: () => number,
): { call: Pick<NamedCall, "path" | "body">; payment: KeptPayment }[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.flatMap((key) => {
    const [, path = "", body = ""] =
      /^(\S+) (.*)$/s.exec(key.startsWith(PREFIX) ? key.slice(PREFIX.length) : "") ?? [];
    if (readBody(body) !== body) return [];
    const payment = keptPayments(storage, now).recall({ path, body });
    return payment === null ? [] : [{ call: { path, body }, payment }];
  });
}
