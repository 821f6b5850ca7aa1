import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareEverywhere, difference, predict, perform } from "../model/real/differential";
import { START_MS } from "../model/real/fixtures";
import { openRealLedger, type RealLedger } from "../model/real/ledger";
import { CALLS, closingMoves, MOVES_SHARE, movesOf, timeMoves } from "../model/real/moves";
import { restoreSnapshot } from "../model/real/snapshot";
import { emptyLedger } from "../model/records";
import { runs } from "../support/properties";
import { isInShare } from "../support/share";

/** The machine may be busy with other things. */
const PATIENCE_MS = 5 * 60_000;

describe("the ledger's scripts answer and leave behind what the model says", () => {
  let real: RealLedger;
  beforeAll(async () => {
    real = await openRealLedger({ socket: false });
  });
  afterAll(() => real.close());

  it(
    `in every state that two calls can bring a payment to, for every move to a new one and one in ${MOVES_SHARE} of the others`,
    async () => {
      const chosen = (state: number, move: number): boolean =>
        isInShare(move, CALLS.length, state, 0, MOVES_SHARE);
      const { states, difference: found } = await compareEverywhere(real, 1, CALLS, chosen);
      expect(found).toBeNull();
      expect(states).toBeGreaterThan(50);
    },
    PATIENCE_MS,
  );
});

describe("over the store's own protocol", () => {
  let real: RealLedger;
  beforeAll(async () => {
    real = await openRealLedger({ socket: true });
  });
  afterAll(() => real.close());

  it(
    "the ledger follows the model through any sequence of moves of three calls at two payments under one key",
    async () => {
      const every = [0, 1].flatMap((payment) => [
        ...["A", "B", "C"].flatMap((owner) =>
          movesOf(payment, owner, ["buyer", "holder", "other", "thief"], [false, true]),
        ),
        ...closingMoves(payment),
      ]);
      // A ledger forgets more when more time passes: short times are tried as often as any other move, long ones rarely.
      const move = fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...every) },
        { weight: 2, arbitrary: fc.constantFrom(...timeMoves.slice(0, 2)) },
        { weight: 1, arbitrary: fc.constantFrom(...timeMoves) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 40 }), async (moves) => {
          await restoreSnapshot(real.engine, new Map());
          real.clock.now = START_MS; // times of many sequences would add up to numbers that Lua's text rounds
          let ledger = emptyLedger(2, false);
          for (const next of moves) {
            const predicted = predict(ledger, next);
            expect(difference(real, 2, predicted, await perform(real, 2, next))).toBeNull();
            ledger = predicted.after;
          }
        }),
        runs(0.6),
      );
    },
    PATIENCE_MS,
  );
});
