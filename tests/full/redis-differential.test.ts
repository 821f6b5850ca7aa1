import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandMaker, KEYS } from "@/sandbox/redis/differential/commands";
import { seeded } from "@/sandbox/redis/differential/random";
import { Differential } from "@/sandbox/redis/differential/run";
import { scriptMaker } from "@/sandbox/redis/differential/scripts";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { realRedis } from "@/sandbox/redis/real-redis";

const SEEDS = [1, 2, 3];
const COMMANDS_PER_SEED = 50_000;
const SCRIPTS_PER_SEED = 25_000;
const BATCH = 50;

const real = await realRedis(process.env);
const without = real === undefined ? " (skipped: no redis-server on the PATH, no REDIS_URL)" : "";

describe.skipIf(real === undefined)(`the embedded engine beside a real Redis${without}`, () => {
  // Keys of our own: a Redis that others use too stays as it was.
  const prefix = `differential:${randomUUID()}:`;
  let differential: Differential;

  beforeAll(async () => {
    if (real !== undefined) differential = new Differential(real.engine, await embeddedEngine(), prefix);
  });

  afterAll(async () => {
    await differential.clear();
    await real?.stop();
  });

  /** Runs so many, with no keys to start from every 20 batches. @returns the share that did not end in an error */
  async function run(count: number, make: () => string[]): Promise<number> {
    const before = differential.succeeded;
    for (let done = 0; done < count; done += BATCH) {
      if ((done / BATCH) % 20 === 0) await differential.clear();
      await differential.compare(Array.from({ length: BATCH }, make));
    }
    return (differential.succeeded - before) / count;
  }

  it.each(SEEDS)(`answers ${COMMANDS_PER_SEED} random commands alike, seed %i`, async (seed) => {
    const share = await run(COMMANDS_PER_SEED, commandMaker(seeded(seed), prefix));
    expect(differential.differences).toEqual([]);
    expect(share).toBeGreaterThan(0.6);
  });

  it.each(SEEDS)(`runs ${SCRIPTS_PER_SEED} random scripts alike, seed %i`, async (seed) => {
    const random = seeded(seed);
    const script = scriptMaker(random);
    const share = await run(SCRIPTS_PER_SEED, () => {
      const key = prefix + random.pick(KEYS);
      const argv = [
        random.pick(["1", "5", "x"]),
        random.pick(["a", "2.5", "é"]),
        random.pick(['{"a":[1,2]}', '[1,"x",null]', "5"]),
      ];
      return ["EVAL", script(), "1", key, ...argv];
    });
    expect(differential.differences).toEqual([]);
    expect(share).toBeGreaterThan(0.6);
  });
});
