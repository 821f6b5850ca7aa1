import type { Attempt } from "./client";
import type { Case, Ending, Leftover } from "./case";
import type { LedgerState } from "./ledger-state";

/** What can be said of a case from outside when it is over. */
export interface Facts {
  /** Base units that the price is, that the seller got, and that the payer lost. */
  price: bigint;
  received: bigint;
  paid: bigint;
  /** What the payer has to burn besides; none of USDC. */
  burn: bigint;
  /** The payer's other transfers meanwhile, in base units. */
  spentElsewhere: bigint;
  /** The client's tries up to its answer, and those with which it asked for the answer again. */
  attempts: readonly Attempt[];
  again: readonly Attempt[];
  /** What the client left behind when it had its answer. */
  leftover: Leftover;
  /** The ledger, when what was left behind has ended. */
  atEnd: LedgerState;
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
  if (last.status === 200) return "unbacked";
  if (last.status === 402) return "refused";
  return last.status === 503 ? "unavailable" : null;
}

/** Holds a case against the till's promises: charged at most once, and exactly when served; and nothing left open. */
export function judge(
  facts: Facts,
  {
    expected,
    leaves,
    replayable,
    trust,
    movesAnew,
  }: Pick<Case, "expected" | "leaves" | "replayable" | "trust" | "movesAnew">,
): Verdict {
  const { price, received, paid, burn, attempts, again, leftover, atEnd } = facts;
  const charged = Number(received) / Number(price);
  const last = attempts.at(-1);
  const answers = [...attempts, ...again].filter(({ status }) => status === 200);
  const ending = endingOf(charged, last);
  const isSold = ending === "served" || ending === "unbacked";
  const complaints: string[] = [];
  const hold = (kept: boolean, complaint: string): void => void (kept || complaints.push(complaint));

  hold(charged === 0 || charged === 1, `the payer was charged ${charged} times`);
  const burned = received > 0n ? burn : 0n;
  hold(
    paid - facts.spentElsewhere === received + burned,
    `the payer lost ${paid} and the seller received ${received} base units, where ${burned} were to be burned`,
  );
  hold(ending === expected, `it ended "${ending ?? "in nothing that was promised"}", not "${expected}"`);
  hold(new Set(answers.map(({ body }) => body)).size <= 1, "the client got two different answers");
  hold(
    movesAnew || new Set(answers.map(({ transaction }) => transaction)).size <= 1,
    "the client got receipts of two transactions",
  );
  hold(
    answers.every(({ transaction }) => transaction !== null),
    "an answer came without a receipt",
  );
  hold(!replayable || !isSold || again.at(-1)?.status === 200, "the answer could not be read again");
  hold(leftover === leaves, `with its answer the client left ${leftover} behind, not ${leaves}`);
  const wanted = isSold && replayable ? "settled" : null;
  hold(
    atEnd.state === wanted,
    `the ledger says "${atEnd.state ?? "none"}" in the end, not "${wanted ?? "none"}"`,
  );
  // What was sold for nothing the journal takes back; the sum stays what was sold.
  const remembers = replayable && expected !== "spent" && expected !== "unbacked";
  hold(
    !remembers || atEnd.sold === received,
    `the ledger counted ${atEnd.sold} base units sold, the seller received ${received}`,
  );
  const [inToken, asBurned] = burn > 0n ? [atEnd.sold, burned] : [0n, 0n];
  hold(
    atEnd.soldForToken === inToken,
    `the ledger counted ${atEnd.soldForToken} of the ${atEnd.sold} in the own token, not ${inToken}`,
  );
  hold(
    !remembers || atEnd.burned === asBurned,
    `the ledger's record has ${atEnd.burned} base units burned, the chain ${asBurned}`,
  );
  const isAsHeld = trust === "confirmed" ? atEnd.confirmed : atEnd.trust === trust;
  hold(wanted === null || isAsHeld, `its money is ${atEnd.trust ?? "believed"} in the end, not ${trust}`);
  const proofs = trust === "unbacked" ? 1 : 0;
  hold(atEnd.proofs === proofs, `${atEnd.proofs} proofs are held against facilitators, not ${proofs}`);
  hold(atEnd.off === 0, "a facilitator was switched off");
  hold(atEnd.open === 0, "the payment is still in the index of open ones");
  hold(atEnd.slots === 0, "the payment still has its slot");
  for (const name of facts.missed)
    complaints.push(`the fault ${name} never happened as it should: the case proves nothing`);
  return { charged, served: answers.length > 0, ending, complaints };
}
