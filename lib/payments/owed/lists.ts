import { isRecord } from "@/lib/is-record";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { type State, STATES } from "../ledger/ledger";
import { TRUSTS, type Trust } from "../trust/sale";
import type { ListName } from "./list/entry";

/** Where a list's payments stand, and which of them are on it. A new list is one more entry here, and its name in the entry. */
interface List {
  index: () => string;
  states: readonly Listed["state"][] | "any";
  /** Of sales: what is known of their money. */
  trust?: Trust;
}

/** Sales are settled, and their payers were served; what is found of their money is for the people who sell. */
const suspects = (trust: Trust): List => ({ index: keys.suspects, states: ["settled"], trust });

const LISTS: Readonly<Record<ListName, List>> = {
  open: { index: keys.openPayments, states: "any" },
  unknown: { index: keys.openPayments, states: ["unknown"] },
  credited: { index: keys.openPayments, states: ["credited"] },
  // Of one that has a record by now the payer came back, and it was served; or it could not be served for long.
  debts: { index: keys.debts, states: ["debt", "credited", "refunding"] },
  unconfirmed: suspects("unconfirmed"),
  disputed: suspects("disputed"),
  unbacked: suspects("unbacked"),
  reorganised: suspects("reorganised"),
};

/** A payment as an operator sees it. Texts are empty where nothing is known. */
export interface Listed {
  payment: string;
  /** The record's state, `debt` for a payment without a record, or `lost` for one whose record is gone. */
  state: State | "debt" | "lost";
  /** What is known of a sale's money; null for what is no sale. */
  trust: Trust | null;
  /** Since when, in milliseconds: the intent, for a debt the block, for a sale whose money is not seen the suspicion. */
  since: number;
  route: string;
  payer: string;
  network: string;
  /** USDC base units: of a payment in another asset, what it was worth when it was quoted. */
  amount: string;
  /** The transaction that paid us, where it is known. */
  transaction: string;
}

/** Entries of an index that one page looks at, whatever it finds. */
const SCANNED = 200;

interface Member {
  payment: string;
  since: number;
}

/** So many members behind `after`, oldest first. Those of one millisecond are in the order of their keys. */
async function membersBehind(index: string, after: Member | null): Promise<Member[]> {
  // Members of the last page's millisecond are read again: more of one than a page are a flood, and seen as one.
  const flat = await ledgerStore().zrange<string[]>(index, after?.since ?? "-inf", "+inf", {
    ...{ byScore: true, offset: 0, count: SCANNED, withScores: true },
  });
  return flat
    .flatMap((payment, at) => (at % 2 === 0 ? [{ payment, since: Number(flat[at + 1]) }] : []))
    .filter(
      ({ payment, since }) =>
        after === null || since > after.since || (since === after.since && payment > after.payment),
    );
}

const FIELDS = ["state", "entry", "payer", "facts", "receipt", "trust"] as const;

const parsed = (text: string): Readonly<Record<string, unknown>> =>
  text === "" ? {} : (JSON.parse(text) as Record<string, unknown>); // written by the ledger as an object
const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

const worthOf = ({ token, amount }: Readonly<Record<string, unknown>>): string =>
  textIn(isRecord(token) ? token.worth : amount);

/** What the ledger knows of each, in one trip. */
async function describe(members: readonly Member[]): Promise<Listed[]> {
  if (members.length === 0) return [];
  const pipeline = ledgerStore().pipeline();
  for (const { payment } of members) {
    pipeline.hmget(keys.payment(payment), ...FIELDS);
    pipeline.hget(keys.debtNotes(), payment);
  }
  const replies = await pipeline.exec<unknown[]>();
  return members.map(({ payment, since }, at): Listed => {
    const record = replies[2 * at];
    // The client is configured not to interpret values, and returns the fields as the list that Redis sent.
    const [state = "", entry = "", payer = "", facts = "", receipt = "", trust] = Array.isArray(record)
      ? record.map((field) => String(field ?? ""))
      : [];
    const note = replies[2 * at + 1];
    const known = STATES.find((one) => one === state);
    const stated = facts === "" ? parsed(textIn(note)) : parsed(facts);
    return {
      ...{ payment, since, route: entry },
      trust: known === "settled" ? (TRUSTS.find((one) => one === trust) ?? "believed") : null,
      state: known ?? (typeof note === "string" ? "debt" : "lost"),
      payer: payer || textIn(stated.payer),
      network: textIn(stated.network),
      amount: worthOf(stated),
      transaction: textIn(parsed(receipt).transaction ?? stated.transaction),
    };
  });
}

/** One payment by its key; null when nothing is known of it. */
export async function listedPayment(payment: string): Promise<Listed | null> {
  const store = ledgerStore();
  const [found, intentAt, note] = await Promise.all([
    describe([{ payment, since: 0 }]),
    store.hget<string>(keys.payment(payment), "intentAt"),
    store.zscore(keys.debts(), payment),
  ]);
  const [listed] = found;
  if (listed === undefined || listed.state === "lost") return null;
  return { ...listed, since: Number(intentAt ?? note ?? 0) };
}

/** A page of a list, oldest first, and where the next one begins; null on the last. */
export async function pageOf(
  name: ListName,
  after: Member | null,
): Promise<{ payments: Listed[]; next: Member | null }> {
  const { index, states, trust: wanted } = LISTS[name];
  const members = await membersBehind(index(), after);
  const payments = (await describe(members)).filter(
    ({ state, trust }) =>
      (states === "any" || states.includes(state)) && (wanted === undefined || trust === wanted),
  );
  return { payments, next: members.length === SCANNED ? (members.at(-1) ?? null) : null };
}
