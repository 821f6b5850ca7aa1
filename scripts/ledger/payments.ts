import type * as z from "zod";
import { type listedPayment, listPaymentsAnswer } from "../../lib/payments/owed/list/answer";
import { LIST_NAMES, type ListName } from "../../lib/payments/owed/list/entry";
import { wholeUnits } from "../../lib/payments/journal/line";
import type { Service } from "./service";

type Listed = z.output<typeof listedPayment>;

/** What a list is, and what to do about what stands on it. */
const MEANING: Readonly<Record<ListName, string>> = {
  open: "OPEN: between intent and settlement. Nothing to do while they are younger than five minutes.",
  unknown:
    "UNKNOWN: sent, and nobody has said what became of them. The chain decides; recovery asks it. Older than five minutes: docs/runbooks/chain-halts.md.",
  credited:
    "CREDITED: they paid us, and an answer is due. Recovery serves them; after an hour they are debts.",
  debts:
    "DEBTS: they paid us, and were not served. Before you send a payer its amount: npm run ledger -- refund <payment>. `refunding`: somebody has done so.",
  unconfirmed:
    "UNCONFIRMED: a facilitator said that they are settled, and they are found nowhere. Recovery goes on looking, and another facilitator is asked first. Several at once: docs/runbooks/facilitator-lies.md.",
  disputed:
    "DISPUTED: one node proves that their money never moved, and no other node agrees. What each says now, and what to do: npm run ledger -- dispute <payment>, docs/runbooks/rpc-lies.md.",
  unbacked:
    "UNBACKED: two nodes prove, or a person found, that their money never moved. Their buyers keep what they have; by the second such proof their facilitator is switched off: docs/runbooks/facilitator-lies.md.",
  reorganised:
    "REORGANISED: they were paid, and the chain dropped the block. Recovery looks for them anew; nobody lied.",
};

const ageOf = (since: string, now: Date): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
};

export const chainOf = (network: string): string =>
  network === "" ? "-" : network.startsWith("solana:") ? "Solana" : "Base";

/** One payment: what it is about in a line, then what is needed to act on it. */
function show(listed: Listed, now: Date): string[] {
  const { since, state, trust, amount, network, route, payer, transaction, payment } = listed;
  const row = [
    since.replace("T", " ").slice(0, 19).padEnd(20),
    ageOf(since, now).padEnd(12),
    (amount === "" ? "-" : `${wholeUnits(amount)} USDC`).padEnd(14),
    chainOf(network).padEnd(8),
    (trust ?? state).padEnd(12),
    route || "-",
  ];
  return [
    row.join(" "),
    `    payer    ${payer || "not known"}`,
    `    paid by  ${transaction || "not known yet"}`,
    `    payment  ${payment}`,
  ];
}

const HEADING = ["since (UTC)".padEnd(20), "age".padEnd(12), "amount".padEnd(14), "chain".padEnd(8)]
  .concat("state".padEnd(12), "route")
  .join(" ");

export const table = (payments: readonly Listed[], now: Date): string[] =>
  payments.length === 0 ? ["none"] : [HEADING, ...payments.flatMap((one) => show(one, now))];

/** A list from its first page to its last. */
async function whole(service: Service, list: ListName): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let after: string | undefined; ;) {
    const page = await service.ask("GET", "/api/operator/payments", { list, after }, listPaymentsAnswer);
    all.push(...page.payments);
    if (page.next === null) return all;
    after = page.next;
  }
}

export const isList = (word: string): word is ListName => LIST_NAMES.some((name) => name === word);

/** Lists as a person reads them, or as JSON. */
export async function printLists(
  service: Service,
  names: readonly ListName[],
  asJson: boolean,
  now: Date,
): Promise<string[]> {
  const lists = await Promise.all(names.map(async (name) => [name, await whole(service, name)] as const));
  if (asJson) return [JSON.stringify(Object.fromEntries(lists), null, 2)];
  return lists.flatMap(([name, payments]) => [
    `${MEANING[name]}`,
    `${payments.length} in all`,
    ...(payments.length === 0 ? [] : table(payments, now)),
    "",
  ]);
}
