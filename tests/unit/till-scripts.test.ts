import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCRIPTS } from "../faults/scripts";
import { compareEverywhere, difference, foretell, perform, type Move } from "../model/real/differential";
import { START_MS } from "../model/real/fixtures";
import { openRealLedger, type RealLedger } from "../model/real/ledger";
import { closingMoves, movesOf, timeMoves } from "../model/real/moves";
import { restoreSnapshot } from "../model/real/snapshot";
import { emptyLedger } from "../model/records";

/** The machine may be busy with other things. */
const PATIENCE_MS = 5 * 60_000;

/** Two calls and whoever closes books, at one payment. */
const CALLS: readonly Move[] = [
  ...movesOf(0, "A", ["buyer", "holder", "other", "thief"], [false]),
  ...movesOf(0, "B", ["buyer"], [false]),
  ...closingMoves(0),
  ...timeMoves,
];

describe("the ledger's scripts answer and leave behind what the model says", () => {
  let real: RealLedger;
  beforeAll(async () => {
    real = await openRealLedger({ socket: false });
  });
  afterAll(() => real.close());

  it(
    "in every state that two calls can bring a payment to, for every move",
    async () => {
      const { states, difference: found } = await compareEverywhere(real, 1, CALLS);
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
            const foretold = foretell(ledger, next);
            expect(difference(real, 2, foretold, await perform(real, 2, next))).toBeNull();
            ledger = foretold.after;
          }
        }),
        { numRuns: 60 },
      );
    },
    PATIENCE_MS,
  );
});

/** Conditions and effects of the scripts, each as it stands there and as a mistake would have it. */
const MISTAKES: readonly (readonly [script: string, stands: string, mistaken: string])[] = [
  ["BEGIN", "tonumber(r[7]) < now and", ""],
  ["BEGIN", "r[1] == ARGV[4] and proved and", "proved and"],
  ["BEGIN", "r[1] == ARGV[4] and proved and", "r[1] == ARGV[4] and"],
  ["BEGIN", "(r[2] ~= '' and r[2] == ARGV[5])", "true"],
  ["BEGIN", "if state == 'settled' then answer", "if state then answer"],
  ["BEGIN", "and redis.call('HGET', KEYS[1], 'owner') == ARGV[2]", ""],
  ["INTENT", "r[1] ~= 'claimed' or ", ""],
  ["INTENT", " or r[2] ~= ARGV[1]", ""],
  ["INTENT", "redis.call('PERSIST', KEYS[1])", ""],
  ["INTENT", "redis.call('ZADD', KEYS[3], now, ARGV[8])", ""],
  ["SETTLED", "if state == 'settled' then return 'already' end", ""],
  [
    "SETTLED",
    "if state ~= 'settling' and state ~= 'unknown' then return 'lost' end",
    "if not state then return 'lost' end",
  ],
  ["SETTLED", "redis.call('ZREM', KEYS[3], ARGV[1])", ""],
  ["SETTLED", "redis.call('EXPIRE', KEYS[2], ARGV[4])", ""],
  ["UNKNOWN", " or r[2] ~= ARGV[1]", ""],
  ["UNKNOWN", "r[1] ~= 'settling' or ", ""],
  ["RELEASED", "and r[2] == ARGV[2] and ARGV[2] ~= ''", "and ARGV[2] ~= ''"],
  ["RELEASED", "(r[1] == 'settling' and ARGV[4] == '1')", "r[1] == 'settling'"],
  ["RELEASED", "and r[6] == ARGV[5] and", "and"],
  ["RELEASED", "(r[1] == 'settling' and tonumber(r[4]) < now)", "r[1] == 'settling'"],
  ["RELEASED", "redis.call('ZREM', KEYS[4], ARGV[1])", ""],
  ["CREDIT", " or r[2] ~= ARGV[1]", ""],
  ["CREDIT", "r[1] ~= 'claimed' or ", ""],
  ["CREDIT", "landedAt + 1000 <= epoch", "false"],
  ["FULFIL", "r[1] ~= 'credited' or ", ""],
  ["FULFIL", " or r[2] ~= ARGV[1]", ""],
  ["LET_GO", " or r[2] ~= ARGV[1]", ""],
  ["DROP_OPEN", "redis.call('EXISTS', KEYS[1]) == 1", "false"],
];

describe("a mistake in a script is told from the model:", () => {
  let real: RealLedger;
  beforeAll(async () => {
    real = await openRealLedger({ socket: false });
  });
  afterAll(() => real.close());

  it.each(MISTAKES)(
    "%s without `%s`",
    async (script, stands, mistaken) => {
      const lua = SCRIPTS.get(script) ?? "";
      expect(lua).toContain(stands);
      await real.replace(script, lua.replace(stands, mistaken));
      const { difference: found } = await compareEverywhere(real, 1, CALLS);
      await real.replace(script);
      expect(found).not.toBeNull();
    },
    PATIENCE_MS,
  );
});
