import type { Attempt } from "./client";
import type { Books } from "./books";
import type { Ending, Row } from "./row";

/** What can be said of a row from outside when it is over. */
export interface Facts {
  /** Base units that the price is, that the seller got, and that the payer lost. */
  price: bigint;
  received: bigint;
  paid: bigint;
  /** The payer's other transfers in this row, in base units. */
  spentElsewhere: bigint;
  /** The client's tries up to its answer, and those with which it asked for the answer again. */
  attempts: readonly Attempt[];
  again: readonly Attempt[];
  books: Books;
  /** Faults that never happened, by name. */
  missed: readonly string[];
}

export interface Verdict {
  /** Transfers of this payment on chain; not whole when the amounts don't add up. */
  charged: number;
  served: boolean;
  ending: Ending | null;
  /** What the till promised and did not keep. */
  complaints: string[];
}

function endingOf(charged: number, last: Attempt | undefined): Ending | null {
  if (last === undefined) return null;
  if (charged === 1) {
    if (last.status === 200) return "served";
    return last.status === 409 && last.code === "payment_spent" ? "spent" : null;
  }
  if (charged !== 0) return null;
  if (last.status === 402) return "refused";
  return last.status === 503 ? "unavailable" : null;
}

/** Holds a row against the till's promises: charged at most once, and exactly when served; and nothing left open. */
export function judge(facts: Facts, row: Pick<Row, "expected" | "replayable">): Verdict {
  const { expected, replayable = true } = row;
  const { price, received, paid, attempts, again, books } = facts;
  const charged = Number(received) / Number(price);
  const last = attempts.at(-1);
  const answers = [...attempts, ...again].filter(({ status }) => status === 200);
  const ending = endingOf(charged, last);
  const complaints: string[] = [];
  const hold = (kept: boolean, complaint: string): void => void (kept || complaints.push(complaint));

  hold(charged === 0 || charged === 1, `the payer was charged ${charged} times`);
  hold(
    paid - facts.spentElsewhere === received,
    `the payer lost ${paid} and the seller received ${received} base units`,
  );
  hold(ending === expected, `it ended "${ending ?? "in nothing that was promised"}", not "${expected}"`);
  hold(new Set(answers.map(({ body }) => body)).size <= 1, "the client got two different answers");
  hold(
    new Set(answers.map(({ transaction }) => transaction)).size <= 1,
    "the client got receipts of two transactions",
  );
  hold(
    answers.every(({ transaction }) => transaction !== null),
    "an answer came without a receipt",
  );
  hold(
    !replayable || ending !== "served" || again.at(-1)?.status === 200,
    "the answer could not be read again",
  );
  const wanted = ending === "served" && replayable ? "settled" : null;
  hold(
    books.state === wanted,
    `the ledger says "${books.state ?? "none"}" in the end, not "${wanted ?? "none"}"`,
  );
  const remembers = replayable && expected !== "spent";
  hold(
    !remembers || books.sold === received,
    `the ledger counted ${books.sold} base units sold, the seller received ${received}`,
  );
  hold(books.open === 0, "the payment is still in the index of open ones");
  hold(books.inFlight === 0, "the payment still counts as in flight");
  for (const name of facts.missed)
    complaints.push(`the fault at ${name} never happened: the row proves nothing`);
  return { charged, served: answers.length > 0, ending, complaints };
}
