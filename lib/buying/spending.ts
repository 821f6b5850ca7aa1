import { baseUnits, type BaseUnits } from "@/lib/catalog/money";
import { isRecord } from "@/lib/is-record";
import { keep, type KeyValue, readKept } from "./storage";

/** One payment of this browser's. */
export interface Spent {
  /** The same as its kept payment's. */
  id: string;
  /** In milliseconds. */
  at: number;
  path: string;
  amount: BaseUnits;
  network: string;
  payer: string;
  /**
   * `signing`: a wallet was asked; `sent`: its outcome is open; `paid`: served, or moved without an answer; `returned`: it moved,
   * and came back to the wallet.
   */
  state: "signing" | "sent" | "paid" | "returned";
  /** Null until a receipt names it; of what came back the one that returned it. */
  transaction: string | null;
  /** The service's signed receipt, a compact JWS; null where none came. */
  receipt: string | null;
}

const LIST = "pay:spent";
const LIMIT = "pay:limit";
/** What is listed; older payments fall out. */
const MOST = 500;
/** A wallet's question that nobody answered: the page was closed before. */
const SIGNING_MS = 15 * 60 * 1000;
/** A payment that was sent and never heard of again has its outcome by then. */
const SENT_MS = 24 * 3600 * 1000;

const isAmount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

const STATES: readonly unknown[] = ["signing", "sent", "paid", "returned"] satisfies Spent["state"][];
const isState = (value: unknown): value is Spent["state"] => STATES.includes(value);

function readSpent(value: unknown): Spent[] {
  if (!isRecord(value)) return [];
  const { id, at, path, amount, network, payer, state, transaction, receipt } = value;
  const isWhole =
    typeof id === "string" &&
    typeof at === "number" &&
    typeof path === "string" &&
    isAmount(amount) &&
    typeof network === "string" &&
    typeof payer === "string" &&
    isState(state) &&
    (transaction === null || typeof transaction === "string");
  if (!isWhole) return [];
  const signed = typeof receipt === "string" ? receipt : null; // payments of before signed receipts were kept have none
  return [{ id, at, path, amount: baseUnits(amount), network, payer, state, transaction, receipt: signed }];
}

const readList = (value: unknown): Spent[] | null => (Array.isArray(value) ? value.flatMap(readSpent) : null);

const isOver = ({ state, at }: Spent, now: number): boolean =>
  (state === "signing" && now - at > SIGNING_MS) || (state === "sent" && now - at > SENT_MS);

/** When the person's day began, by their own clock. */
export function startOfDay(now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}

/** What counts against a day's limit: what was paid, and what may be; not what came back. */
export const spentSince = (list: readonly Spent[], start: number): BaseUnits =>
  baseUnits(
    list
      .filter(({ at, state }) => at >= start && state !== "returned")
      .reduce((sum, { amount }) => sum + amount, 0),
  );

/** What is left of the day's limit where `amount` does not fit into it; null where it fits, or none is set. */
export function overLimit(limit: BaseUnits | null, spent: BaseUnits, amount: BaseUnits): BaseUnits | null {
  if (limit === null || spent + amount <= limit) return null;
  return baseUnits(Math.max(0, limit - spent));
}

/** Dollars as a person types them ("1", "$0.50", "0,5"), in base units; null for anything else. */
export function readDollars(text: string): BaseUnits | null {
  const [, whole, fraction = ""] = /^\$?\s*(\d{1,6})(?:[.,](\d{1,6}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : baseUnits(Number(whole + fraction.padEnd(6, "0")));
}

/** What this browser paid, and the limit that its person set. */
export function spendingIn(storage: KeyValue, now: () => number) {
  const list = (): Spent[] => (readKept(storage, LIST, readList) ?? []).filter((one) => !isOver(one, now()));
  const write = (all: readonly Spent[]): void => keep(storage, LIST, all.slice(-MOST));
  const limit = (): BaseUnits | null =>
    readKept(storage, LIMIT, (value) => (isAmount(value) ? baseUnits(value) : null));
  const today = (): BaseUnits => spentSince(list(), startOfDay(now()));
  return {
    list,
    limit,
    today,
    setLimit(value: BaseUnits | null): void {
      if (value === null) storage.removeItem(LIMIT);
      else keep(storage, LIMIT, value);
    },
    /** Takes room for a payment before a wallet is asked. Returns what is left where it does not fit, else null. */
    reserve(one: Omit<Spent, "state" | "transaction" | "receipt" | "at">): BaseUnits | null {
      const left = overLimit(limit(), today(), one.amount);
      if (left === null)
        write([...list(), { ...one, at: now(), state: "signing", transaction: null, receipt: null }]);
      return left;
    },
    /** In place of what was known of it before. */
    put: (one: Spent): void => write([...list().filter(({ id }) => id !== one.id), one]),
    /** Nothing moved. */
    release: (id: string): void => write(list().filter((one) => one.id !== id)),
    /** Forgets what is over; what is open stays, since it counts. */
    clear: (): void => write(list().filter(({ state }) => state === "signing" || state === "sent")),
  };
}
export type Spending = ReturnType<typeof spendingIn>;
