import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCRIPTS } from "../faults/scripts";
import { compareEverywhere } from "../model/real/differential";
import { openRealLedger, type RealLedger } from "../model/real/ledger";
import { CALLS } from "../model/real/moves";

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
  ["RELEASE_CREDIT", " or r[2] ~= ARGV[1]", ""],
  ["DROP_OPEN", "redis.call('EXISTS', KEYS[1]) == 1", "false"],
];

describe("a mistake in a script differs from the model:", () => {
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
