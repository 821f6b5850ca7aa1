import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disagreement } from "../model/real/conformity";
import { pathsOf, type Interference, type Start } from "../model/real/paths";
import { openStage, type Stage } from "../model/real/stage";
import { INTERFERENCES, STARTS, STARTS_WITH_KEY } from "../model/real/starts";
import { without, type Rule } from "../model/rules";
import { SMALL } from "../model/settings";
import type { Setting } from "../model/world";

/** The machine may be busy with other things. */
const PATIENCE_MS = 5 * 60_000;
const PAYMENT: Setting = SMALL.store;
const WITH_WALLET: Setting = { ...PAYMENT, callers: ["holder"] };
const WITH_KEY: Setting = { ...PAYMENT, payments: [0, 1], key: true };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Walks the paths of the model on the real code, to the first on which the two part. */
async function walkAll(setting: Setting, start: Start, interferences: readonly Interference[]) {
  await stage.prepare(start.before);
  let walked = 0;
  for (const path of pathsOf(setting, start, interferences)) {
    walked += 1;
    const differences = disagreement(stage, path, await stage.walk(path, setting));
    if (differences.length > 0) return { walked, parted: [...path.trace, ...differences] };
  }
  return { walked, parted: null };
}

describe("a paid call does what the model's call does, whatever fails", () => {
  const cases = [
    ...STARTS.map((start) => [start.name, start, PAYMENT] as const),
    ...STARTS_WITH_KEY.map((start) => [start.name, start, WITH_KEY] as const),
    ...STARTS.filter(({ name }) => name.includes("credited") || name.includes("moved")).map(
      (start) => [`${start.name}, and proves the wallet`, start, WITH_WALLET] as const,
    ),
  ];
  it.each(cases)(
    "when it finds %s",
    async (_, start, setting) => {
      const { walked, parted } = await walkAll(setting, start, []);
      expect(parted).toBeNull();
      expect(walked).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});

describe("a call that keeps another rule differs from the model:", () => {
  const find = (name: string): Start => {
    const start = [...STARTS, ...STARTS_WITH_KEY].find((each) => each.name.startsWith(name));
    if (start === undefined) throw new Error(`no start is called ${name}`);
    return start;
  };
  /** Where the model goes another way than the code when it leaves a rule out. */
  const RULES_OF_CALLS: readonly (readonly [Rule, string, Setting, readonly Interference[]])[] = [
    ["replayAsksForProof", "a settled payment", { ...PAYMENT, callers: ["thief"] }, []],
    ["intentBeforeSettling", "nothing; the payment is open", PAYMENT, []],
    ["failureIsNoProof", "nothing; the payment is open", PAYMENT, []],
    ["openIsNoChallenge", "nothing; the payment is open", PAYMENT, []],
    ["takeoverNeverReleases", "a dead settling; the payment is open", PAYMENT, []],
    ["usedIsLookedUp", "nothing; the payment is moved", PAYMENT, []],
    ["refusalNeedsClearLook", "nothing; the payment is moved", PAYMENT, []],
    ["lostClaimClaimsNothing", "nothing; the payment is open", PAYMENT, INTERFERENCES.slice(1, 2)],
    ["creditWaits", "nothing; the payment is moved", PAYMENT, []],
    ["proverComesFirst", "another's credited payment", WITH_WALLET, []],
    ["boundIsAnsweredAnywhere", "a key of a settled payment; this one is credited", WITH_KEY, []],
  ];
  it.each(RULES_OF_CALLS)(
    "%s",
    async (rule, name, setting, interferences) => {
      const { parted } = await walkAll({ ...setting, rules: without(rule) }, find(name), interferences);
      expect(parted).not.toBeNull();
    },
    PATIENCE_MS,
  );
});
