import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disagreement } from "../model/real/conformity";
import { pathsOf } from "../model/real/paths";
import { openStage, type Stage } from "../model/real/stage";
import { INTERFERENCES, INTERFERENCES_WITH_KEY, STARTS, STARTS_WITH_KEY } from "../model/real/starts";
import { SMALL } from "../model/settings";
import type { Setting } from "../model/world";

const PAYMENT: Setting = SMALL.store;
const WITH_KEY: Setting = { ...PAYMENT, payments: [0, 1], key: true };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

describe("a paid call does what the model's call does, whatever fails and whatever others do at any moment of it", () => {
  const cases = [
    ...STARTS.map((start) => [start.name, start, PAYMENT, INTERFERENCES] as const),
    ...STARTS_WITH_KEY.map((start) => [start.name, start, WITH_KEY, INTERFERENCES_WITH_KEY] as const),
  ];
  it.each(cases)(
    "when it finds %s",
    async (_, start, setting, interferences) => {
      await stage.prepare(start.before);
      for (const path of pathsOf(setting, start, interferences)) {
        const differences = disagreement(stage, path, await stage.walk(path, setting));
        expect({ trace: path.trace, differences }).toEqual({ trace: path.trace, differences: [] });
      }
    },
    30 * 60_000,
  );
});
