import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandMaker, KEYS } from "@/sandbox/redis/differential/commands";
import { seeded } from "@/sandbox/redis/differential/random";
import { Differential } from "@/sandbox/redis/differential/run";
import { scriptMaker } from "@/sandbox/redis/differential/scripts";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Engine } from "@/sandbox/redis/engine";
import { realRedis } from "@/sandbox/redis/real-redis";

const SEEDS = [1, 2, 3];
const COMMANDS_PER_SEED = 50_000;
const SCRIPTS_PER_SEED = 25_000;
const BATCH = 50;

const real = await realRedis(process.env);
const without = real === undefined ? " (skipped: no redis-server on the PATH, no REDIS_URL)" : "";

describe.skipIf(real === undefined)(`the embedded engine beside a real Redis${without}`, () => {
  let embedded: Engine;

  beforeAll(async () => {
    embedded = await embeddedEngine();
  });

  afterAll(async () => {
    await real?.stop();
  });

  /**
   * Runs so many random commands on both, from no keys every 20 batches.
   * @param prefix of keys of our own: a Redis that others use too stays as it was
   */
  async function compare(count: number, prefix: string, scripted: boolean, make: () => string[]) {
    if (real === undefined) throw new Error("no real Redis");
    const differential = new Differential(real.engine, embedded, prefix, scripted);
    for (let done = 0; done < count; done += BATCH) {
      if ((done / BATCH) % 20 === 0) await differential.clear();
      await differential.compare(Array.from({ length: BATCH }, make));
    }
    await differential.clear();
    // The first few are enough to see what is wrong.
    expect(differential.differences.slice(0, 3)).toEqual([]);
    // Engines that agree on errors alone have proved little.
    expect(differential.succeeded / count).toBeGreaterThan(0.4);
  }

  it.each(SEEDS)(`answers ${COMMANDS_PER_SEED} random commands alike, seed %i`, async (seed) => {
    const prefix = `differential:${randomUUID()}:`;
    await compare(COMMANDS_PER_SEED, prefix, false, commandMaker(seeded(seed), prefix));
  });

  it.each(SEEDS)(`runs ${SCRIPTS_PER_SEED} random scripts alike, seed %i`, async (seed) => {
    const prefix = `differential:${randomUUID()}:`;
    const random = seeded(seed);
    const script = scriptMaker(random);
    await compare(SCRIPTS_PER_SEED, prefix, true, () => {
      const numbers = random.pick(["1", "5", "x"]);
      const texts = random.pick(["a", "2.5", "é"]);
      const json = random.pick(['{"a":[1,2]}', '[1,"x",null]', "5"]);
      return ["EVAL", script(), "1", prefix + random.pick(KEYS), numbers, texts, json];
    });
  });
});
