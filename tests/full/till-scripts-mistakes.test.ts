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
  ["BEGIN", "r[1] == fingerprint and proved and", "proved and"],
  ["BEGIN", "r[1] == fingerprint and proved and", "r[1] == fingerprint and"],
  ["BEGIN", "(r[2] ~= '' and r[2] == secret)", "true"],
  ["BEGIN", "if state == 'settled' then answer", "if state then answer"],
  ["BEGIN", "and redis.call('HGET', recordKey, 'owner') == owner", ""],
  ["INTENT", "r[1] ~= 'claimed' or ", ""],
  ["INTENT", " or r[2] ~= owner", ""],
  ["INTENT", "redis.call('PERSIST', recordKey)", ""],
  ["INTENT", "redis.call('ZADD', openKey, now, paymentKey)", ""],
  ["SETTLED", "if r[1] == 'settled' then return 'already' end", ""],
  [
    "SETTLED",
    "if r[1] ~= 'settling' and r[1] ~= 'unknown' then return 'lost' end",
    "if not r[1] then return 'lost' end",
  ],
  ["SETTLED", "redis.call('ZREM', openKey, paymentKey)", ""],
  ["SETTLED", "redis.call('EXPIRE', answerKey, answerTtlSec)", ""],
  ["UNKNOWN", " or r[2] ~= owner", ""],
  ["UNKNOWN", "r[1] ~= 'settling' or ", ""],
  ["UNKNOWN", "if trail ~= '' then redis.call('HSET', recordKey, 'trail', trail) end", ""],
  ["UNKNOWN", "if trail ~= '' then", "if true then"],
  ["SETTLED", ", 'trail', 'slot', 'reserve', ", ", 'slot', 'reserve', "],
  ["SETTLED", ", 'slot', 'reserve', ", ", 'reserve', "],
  ["SETTLED", "redis.call('ZREM', slotsKey, r[2] or '')", ""],
  ["SEARCHED", "if r[1] ~= 'settling' and r[1] ~= 'unknown' then return 'lost' end", ""],
  ["SEARCHED", "r[2] ~= evidence or ", ""],
  ["SEARCHED", " or (r[3] or '') ~= trailBefore", ""],
  ["RELEASED", "and r[2] == owner and owner ~= ''", "and owner ~= ''"],
  ["RELEASED", "(r[1] == 'settling' and evenSettling == '1')", "r[1] == 'settling'"],
  ["RELEASED", "and r[6] == evidence and", "and"],
  ["RELEASED", "(r[1] == 'settling' and tonumber(r[4]) < now)", "r[1] == 'settling'"],
  ["RELEASED", "redis.call('ZREM', slotsKey, r[7] or '')", ""],
  ["RELEASED", "takeSlot(slotsKey, now, 'cooldown', math.max(cools, now + cooldownMs))", ""],
  ["BEGIN", "takeSlot(slotsKey, now, slot, now + tonumber(leaseMs))", ""],
  ["BEGIN", "if cooldown then return tonumber(cooldown) - now end", ""],
  ["TAKE_SLOT", " or r[2] ~= owner", ""],
  ["TAKE_SLOT", "r[1] ~= 'claimed' or ", ""],
  ["TAKE_SLOT", "redis.call('HSET', recordKey, 'slot', slot)", ""],
  ["UNKNOWN", "then takeSlot(slotsKey, now, r[3], now + tonumber(slotMs)) end", "then end"],
  ["CREDIT", "slotsKey, r[3] or '', ", "slotsKey, "],
  ["CREDIT", "'slot', '', ", ""],
  ["CREDIT", " or r[2] ~= owner", ""],
  ["CREDIT", "r[1] ~= 'claimed' or ", ""],
  ["CREDIT", "landedAt + 1000 <= epoch", "false"],
  ["BEGIN", "(r[11] == '' or tonumber(r[7]) < now) and ", ""],
  ["BEGIN", "if state == 'credited' and request ~= ''", "if false"],
  [
    "BEGIN",
    "'fingerprint', fingerprint, 'secret', secret, 'idempotency', idempotency, 'entry', entry,\n    'request'",
    "'request'",
  ],
  ["CREDIT", "if wait > 0 then heldBy, lease = '', now + wait end", ""],
  ["CREDIT", "redis.call('ZADD', openKey, now, paymentKey)", ""],
  ["FULFIL", "redis.call('ZREM', openKey, paymentKey)", ""],
  ["FULFIL", "redis.call('ZREM', debtsKey, paymentKey)", ""],
  ["FULFIL", "redis.call('HDEL', debtNotesKey, paymentKey)", ""],
  ["OWED", "if redis.call('HGET', recordKey, 'state') ~= 'credited' then return 'lost' end", ""],
  ["OWED", "redis.call('ZREM', openKey, paymentKey)", ""],
  ["FULFIL", "r[1] ~= 'credited' or ", ""],
  ["FULFIL", " or r[2] ~= owner", ""],
  ["RELEASE_CREDIT", " or r[2] ~= owner", ""],
  ["DROP_OPEN", "redis.call('EXISTS', recordKey) == 1", "false"],
];

/** Likewise of what can be had once, which two payments want. */
const OF_RESERVATIONS: typeof MISTAKES = [
  ["INTENT", "if taken then return {'taken', tostring(taken - 1)} end", ""],
  ["INTENT", "reservePending(reserve, paymentKey)", ""],
  ["SETTLED", "if r[4] then reserveForGood(cjson.decode(r[4]), paymentKey) end", ""],
  ["RELEASED", "if r[8] then endReservations(cjson.decode(r[8]), paymentKey) end", ""],
  ["FULFIL", "if firstTaken(reserve, paymentKey) then return {'taken'} end", ""],
  ["FULFIL", "reserveForGood(reserve, paymentKey)", ""],
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
