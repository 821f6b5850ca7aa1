import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareEverywhere, type Move } from "../model/real/differential";
import { openRealLedger, type RealLedger } from "../model/real/ledger";
import { closingMoves, MOVES_SHARE, movesOf, timeMoves } from "../model/real/moves";
import { isTried } from "../support/share";

const PATIENCE_MS = 30 * 60_000;

/** One payment, with an idempotency key and without, by every kind of caller. */
const WITH_KEY: readonly Move[] = [
  ...movesOf(0, "A", ["buyer", "holder", "other", "thief"], [false, true]),
  ...movesOf(0, "B", ["buyer"], [false, true]),
  ...closingMoves(0),
  ...timeMoves,
];

/** How far a search has come is a payment's own matter: one payment alone shows all of it. */
const isOfSearch = (move: Move): boolean =>
  move.op === "searched" || (move.op === "unknown" && move.trail !== 0);

/** Two payments of one payer under one key. */
const TWO_PAYMENTS: readonly Move[] = [0, 1]
  .flatMap((payment) => [...movesOf(payment, "A", ["buyer"], [true]), ...closingMoves(payment)])
  .concat(movesOf(0, "B", ["buyer"], [true]), timeMoves)
  .filter((move) => !isOfSearch(move));

describe("the ledger's scripts answer and leave behind what the model says", () => {
  let real: RealLedger;
  beforeAll(async () => {
    real = await openRealLedger({ socket: false });
  });
  afterAll(() => real.close());

  it.each([
    ["two calls can bring a payment and its key to", 1, WITH_KEY, MOVES_SHARE, 1],
    // Of twenty times as many states: each condition counts in as many more, and one other move of each fourth is enough.
    ["two calls can bring two payments under one key to", 2, TWO_PAYMENTS, TWO_PAYMENTS.length, 4],
  ] as const)(
    "in every state that %s, for every move to another, and for a share of those that lead nowhere new",
    async (_, payments, moves, share, states) => {
      const chosen = (state: number, move: number): boolean =>
        isTried(move, moves.length, state, share) && isTried(state, states, 0, states);
      expect((await compareEverywhere(real, payments, moves, chosen)).difference).toBeNull();
    },
    PATIENCE_MS,
  );
});
