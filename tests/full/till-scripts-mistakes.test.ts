import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCRIPTS } from "../faults/scripts";
import { compareEverywhere, type Move } from "../model/real/differential";
import { openRealLedger, type RealLedger } from "../model/real/ledger";
import { CALLS, MOVES_SHARE, RESERVING } from "../model/real/moves";
import { isInShare } from "../support/share";

/** The machine may be busy with other things. */
const PATIENCE_MS = 5 * 60_000;

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
  ["SETTLED", "if r[1] == 'settled' then return 'already' end", ""],
  [
    "SETTLED",
    "if r[1] ~= 'settling' and r[1] ~= 'unknown' then return 'lost' end",
    "if not r[1] then return 'lost' end",
  ],
  ["SETTLED", "redis.call('ZREM', KEYS[3], ARGV[1])", ""],
  ["SETTLED", "redis.call('EXPIRE', KEYS[2], ARGV[4])", ""],
  ["UNKNOWN", " or r[2] ~= ARGV[1]", ""],
  ["UNKNOWN", "r[1] ~= 'settling' or ", ""],
  ["UNKNOWN", "if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], 'trail', ARGV[2]) end", ""],
  ["UNKNOWN", "if ARGV[2] ~= '' then", "if true then"],
  ["SETTLED", ", 'trail', 'slot', 'reserve', ", ", 'slot', 'reserve', "],
  ["SETTLED", ", 'slot', 'reserve', ", ", 'reserve', "],
  ["SETTLED", "redis.call('ZREM', KEYS[4], r[2] or '')", ""],
  ["SEARCHED", "if r[1] ~= 'settling' and r[1] ~= 'unknown' then return 'lost' end", ""],
  ["SEARCHED", "r[2] ~= ARGV[1] or ", ""],
  ["SEARCHED", " or (r[3] or '') ~= ARGV[2]", ""],
  ["RELEASED", "and r[2] == ARGV[2] and ARGV[2] ~= ''", "and ARGV[2] ~= ''"],
  ["RELEASED", "(r[1] == 'settling' and ARGV[4] == '1')", "r[1] == 'settling'"],
  ["RELEASED", "and r[6] == ARGV[5] and", "and"],
  ["RELEASED", "(r[1] == 'settling' and tonumber(r[4]) < now)", "r[1] == 'settling'"],
  ["RELEASED", "redis.call('ZREM', KEYS[4], r[7] or '')", ""],
  ["RELEASED", "takeSlot(KEYS[4], now, 'cooldown', math.max(cools, now + cooldownMs))", ""],
  ["BEGIN", "takeSlot(KEYS[4], now, slot, now + tonumber(ARGV[3]))", ""],
  ["BEGIN", "if cooldown then return tonumber(cooldown) - now end", ""],
  ["TAKE_SLOT", " or r[2] ~= ARGV[1]", ""],
  ["TAKE_SLOT", "r[1] ~= 'claimed' or ", ""],
  ["TAKE_SLOT", "redis.call('HSET', KEYS[1], 'slot', slot)", ""],
  ["UNKNOWN", "then takeSlot(KEYS[4], now, r[3], now + tonumber(ARGV[3])) end", "then end"],
  ["CREDIT", "KEYS[4], r[3] or '', ", "KEYS[4], "],
  ["CREDIT", "'slot', '', ", ""],
  ["CREDIT", " or r[2] ~= ARGV[1]", ""],
  ["CREDIT", "r[1] ~= 'claimed' or ", ""],
  ["CREDIT", "landedAt + 1000 <= epoch", "false"],
  ["BEGIN", "(r[11] == '' or tonumber(r[7]) < now) and ", ""],
  ["BEGIN", "if state == 'credited' and ARGV[15] ~= ''", "if false"],
  [
    "BEGIN",
    "'fingerprint', ARGV[4], 'secret', ARGV[5], 'idempotency', ARGV[6], 'entry', ARGV[7],\n    'request'",
    "'request'",
  ],
  ["CREDIT", "if wait > 0 then owner, lease = '', now + wait end", ""],
  ["CREDIT", "redis.call('ZADD', KEYS[3], now, ARGV[10])", ""],
  ["FULFIL", "redis.call('ZREM', KEYS[3], ARGV[8])", ""],
  ["FULFIL", "redis.call('ZREM', KEYS[5], ARGV[8])", ""],
  ["FULFIL", "redis.call('HDEL', KEYS[6], ARGV[8])", ""],
  ["OWED", "if redis.call('HGET', KEYS[1], 'state') ~= 'credited' then return 'lost' end", ""],
  ["OWED", "redis.call('ZREM', KEYS[3], ARGV[1])", ""],
  ["FULFIL", "r[1] ~= 'credited' or ", ""],
  ["FULFIL", " or r[2] ~= ARGV[1]", ""],
  ["RELEASE_CREDIT", " or r[2] ~= ARGV[1]", ""],
  ["DROP_OPEN", "redis.call('EXISTS', KEYS[1]) == 1", "false"],
];

/** Likewise of what can be had once, which two payments want. */
const OF_RESERVATIONS: typeof MISTAKES = [
  ["INTENT", "if taken then return {'taken', tostring(taken - 1)} end", ""],
  ["INTENT", "reservePending(reserve, ARGV[8])", ""],
  ["SETTLED", "if r[4] then reserveForGood(cjson.decode(r[4]), ARGV[1]) end", ""],
  ["RELEASED", "if r[8] then endReservations(cjson.decode(r[8]), ARGV[1]) end", ""],
  ["FULFIL", "if firstTaken(reserve, ARGV[8]) then return {'taken'} end", ""],
  ["FULFIL", "reserveForGood(reserve, ARGV[8])", ""],
];

describe("a mistake in a script differs from the model:", () => {
  let real: RealLedger;
  beforeAll(async () => {
    real = await openRealLedger({ socket: false });
  });
  afterAll(() => real.close());

  const differs = async (
    script: string,
    stands: string,
    mistaken: string,
    of: readonly Move[],
    payments: number,
  ) => {
    const lua = SCRIPTS.get(script) ?? "";
    expect(lua).toContain(stands);
    await real.replace(script, lua.replace(stands, mistaken));
    const chosen = (state: number, move: number): boolean =>
      isInShare(move, of.length, state, 0, MOVES_SHARE);
    const { difference: found } = await compareEverywhere(real, payments, of, chosen);
    await real.replace(script);
    expect(found).not.toBeNull();
  };

  it.each(MISTAKES)(
    "%s without `%s`",
    (script, stands, mistaken) => differs(script, stands, mistaken, CALLS, 1),
    PATIENCE_MS,
  );

  it.each(OF_RESERVATIONS)(
    "%s without `%s`",
    (script, stands, mistaken) => differs(script, stands, mistaken, RESERVING, 2),
    PATIENCE_MS,
  );
});
