import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLimiter, TOLERANCE, type Limiter } from "@/lib/store/rate-limit/limiter";
import type { SharedCount } from "@/lib/store/rate-limit/shared-count";
import { runs } from "../support/properties";

const WINDOW_MS = 60_000;
const ADDRESS = "203.0.113.7";

/** One question to the store on its way: the test decides when it arrives, and when and how it is answered. */
interface Question {
  run(): number;
  /** The count that the store reached, once the question has arrived. */
  counted?: number;
  answer(count: number): void;
  fail(): void;
}

interface Seen {
  instance: number;
  resetAt: number;
  allowed: boolean;
}

/** Instances of the limiter over one store, with the wires between them in the test's hand. */
class Interleaving {
  clock = WINDOW_MS / 2;
  asked = 0;
  readonly seen: Seen[] = [];
  readonly counts = new Map<number, number>();
  #questions: Question[] = [];
  #timers: (() => void)[] = [];
  readonly #instances: Limiter[];

  constructor(
    instances: number,
    readonly limit: number,
  ) {
    const question = (run: () => number): Promise<number> =>
      new Promise((answer, reject) => {
        this.#questions.push({ run, answer, fail: () => reject(new Error("no answer")) });
      });
    const shared: SharedCount = {
      windowMs: WINDOW_MS,
      add: (_, requests) => {
        const window = Math.floor(this.clock / WINDOW_MS);
        return question(() => {
          const count = (this.counts.get(window) ?? 0) + requests;
          this.counts.set(window, count);
          return count;
        });
      },
      ping: () => question(() => 0),
    };
    this.#instances = Array.from({ length: instances }, () =>
      createLimiter({
        shared,
        limit,
        tolerance: TOLERANCE,
        maxAddresses: 10,
        now: () => this.clock,
        pause: () => new Promise((resolve) => this.#timers.push(resolve)),
        report: () => undefined, // failures are made on purpose here
      }),
    );
  }

  request(instance: number): void {
    const at = instance % this.#instances.length;
    this.asked += 1;
    void this.#instances[at]
      ?.count(ADDRESS, () => undefined)
      .then(({ allowed, resetAt }) => this.seen.push({ instance: at, resetAt, allowed }));
  }

  arrive(choice: number): void {
    const waiting = this.#questions.filter(({ counted }) => counted === undefined);
    const question = waiting[choice % waiting.length];
    if (question !== undefined) question.counted = question.run();
  }

  reply(choice: number): void {
    const ready = this.#questions.filter(({ counted }) => counted !== undefined);
    const question = ready[choice % ready.length];
    if (question?.counted === undefined) return;
    this.#questions = this.#questions.filter((other) => other !== question);
    question.answer(question.counted);
  }

  /** A question or its answer is lost: the store may have counted, or not. */
  lose(choice: number): void {
    const question = this.#questions[choice % this.#questions.length];
    this.#questions = this.#questions.filter((other) => other !== question);
    question?.fail();
  }

  fire(choice: number): void {
    this.#timers.splice(choice % Math.max(1, this.#timers.length), 1)[0]?.();
  }

  /** Lets all that is ready to run, run. */
  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Everything on its way arrives and is answered (or is lost), every timer fires, until nothing is left. */
  async finish(step: "answer" | "lose" = "answer"): Promise<void> {
    for (;;) {
      await this.settle();
      if (this.#questions.length === 0 && this.#timers.length === 0) return;
      if (step === "lose") this.lose(0);
      else this.arrive(0);
      this.reply(0);
      this.fire(0);
    }
  }

  allowed(where: Partial<Seen> = {}): number {
    return this.seen.filter(
      ({ allowed, instance, resetAt }) =>
        allowed && instance === (where.instance ?? instance) && resetAt === (where.resetAt ?? resetAt),
    ).length;
  }

  get windows(): number[] {
    return [...new Set(this.seen.map(({ resetAt }) => resetAt))];
  }
}

type Step = (world: Interleaving) => void;

const named = (
  arbitrary: fc.Arbitrary<number>,
  name: string,
  act: (world: Interleaving, n: number) => void,
) =>
  arbitrary.map((n): { name: string; step: Step } => ({
    name: `${name} ${n}`,
    step: (world) => act(world, n),
  }));
const choice = fc.nat(20);
const REQUEST = named(choice, "request", (world, n) => world.request(n));
const BURST = named(fc.nat(99), "burst", (world, n) => {
  for (let sent = 0; sent < 2 + Math.floor(n / 4); sent += 1) world.request(n);
});
const ARRIVE = named(choice, "arrive", (world, n) => world.arrive(n));
const REPLY = named(choice, "reply", (world, n) => world.reply(n));
const TIMER = named(choice, "timer", (world, n) => world.fire(n));
const LOSE = named(choice, "lose", (world, n) => world.lose(n));
const LATER = named(fc.constantFrom(1, 300, WINDOW_MS / 2, WINDOW_MS), "later", (world, n) => {
  world.clock += n;
});

const healthy = fc.oneof(
  { arbitrary: REQUEST, weight: 8 },
  { arbitrary: BURST, weight: 2 },
  { arbitrary: ARRIVE, weight: 4 },
  { arbitrary: REPLY, weight: 4 },
  { arbitrary: TIMER, weight: 2 },
);
const turning = fc.oneof({ arbitrary: healthy, weight: 30 }, { arbitrary: LATER, weight: 1 });
const failing = fc.oneof({ arbitrary: turning, weight: 12 }, { arbitrary: LOSE, weight: 2 });

async function play(steps: { step: Step }[], world: Interleaving): Promise<Interleaving> {
  for (const { step } of steps) {
    step(world);
    await world.settle();
  }
  return world;
}

const sizes = { instances: fc.integer({ min: 1, max: 4 }), limit: fc.integer({ min: 1, max: 60 }) };
const many = <T>(step: fc.Arbitrary<T>) => fc.array(step, { minLength: 20, maxLength: 250, size: "max" });
const RUNS = runs(5);

describe("in any order of requests, trips and timers", () => {
  it("a window lets through at most the limit and ten for each other instance, and refuses nobody before the limit", () =>
    fc.assert(
      fc.asyncProperty(sizes.instances, sizes.limit, many(turning), async (instances, limit, steps) => {
        const world = await play(steps, new Interleaving(instances, limit));
        await world.finish();
        expect(world.seen).toHaveLength(world.asked);
        for (const resetAt of world.windows) {
          const refused = world.seen.some((answer) => answer.resetAt === resetAt && !answer.allowed);
          expect(world.allowed({ resetAt })).toBeLessThanOrEqual(limit + TOLERANCE * (instances - 1));
          if (refused) expect(world.allowed({ resetAt })).toBeGreaterThanOrEqual(limit);
        }
      }),
      RUNS,
    ));

  it("three instances that fill their tolerance at the same moment reach that bound and no more", async () => {
    const world = new Interleaving(3, 40);
    for (const instance of [0, 1, 2]) world.request(instance);
    await world.finish();
    for (let sent = 0; sent < 27; sent += 1) {
      world.request(0);
      await world.finish();
    }
    expect(world.counts.get(0)).toBe(30);
    for (let sent = 0; sent < 100; sent += 1) for (const instance of [0, 1, 2]) world.request(instance);
    await world.finish();
    expect(world.allowed()).toBe(40 + 2 * TOLERANCE);
  });

  it("one instance alone lets exactly the limit through", () =>
    fc.assert(
      fc.asyncProperty(sizes.limit, many(healthy), async (limit, steps) => {
        const world = await play(steps, new Interleaving(1, limit));
        await world.finish();
        expect(world.allowed()).toBe(Math.min(limit, world.asked));
      }),
      RUNS,
    ));

  it("each request that was let through is sent to the store once", () =>
    fc.assert(
      fc.asyncProperty(sizes.instances, sizes.limit, many(healthy), async (instances, limit, steps) => {
        const world = await play(steps, new Interleaving(instances, limit));
        await world.finish();
        const counted = world.counts.get(0) ?? 0;
        expect(Math.min(counted, limit)).toBe(Math.min(world.allowed(), limit));
        expect(counted).toBeGreaterThanOrEqual(world.allowed());
      }),
      RUNS,
    ));
});

describe("with questions and answers lost at any time", () => {
  it("every request is answered, and no instance lets more than the limit through by itself", () =>
    fc.assert(
      fc.asyncProperty(sizes.instances, sizes.limit, many(failing), async (instances, limit, steps) => {
        const world = await play(steps, new Interleaving(instances, limit));
        await world.finish();
        expect(world.seen).toHaveLength(world.asked);
        for (const resetAt of world.windows)
          for (let instance = 0; instance < instances; instance += 1)
            expect(world.allowed({ resetAt, instance })).toBeLessThanOrEqual(limit);
      }),
      RUNS,
    ));

  it("all that was let through reaches the store in the end, once another request comes", () =>
    fc.assert(
      fc.asyncProperty(sizes.instances, sizes.limit, many(failing), async (instances, limit, steps) => {
        const world = await play(steps, new Interleaving(instances, limit));
        await world.finish();
        for (let round = 0; round < 2; round += 1) {
          // One request of each instance wakes it; the first round may still have learnt of the outage's end only.
          for (let instance = 0; instance < instances; instance += 1) world.request(instance);
          world.clock += 251;
          await world.finish();
        }
        const resetAt = (Math.floor(world.clock / WINDOW_MS) + 1) * WINDOW_MS;
        expect(world.counts.get(resetAt / WINDOW_MS - 1) ?? 0).toBeGreaterThanOrEqual(
          world.allowed({ resetAt }),
        );
      }),
      RUNS,
    ));

  it("without any answer each instance lets exactly the limit through", () =>
    fc.assert(
      fc.asyncProperty(
        sizes.instances,
        sizes.limit,
        fc.array(REQUEST, { minLength: 1, maxLength: 250, size: "max" }),
        async (instances, limit, steps) => {
          const world = await play(steps, new Interleaving(instances, limit));
          await world.finish("lose");
          expect(world.seen).toHaveLength(world.asked);
          for (let instance = 0; instance < instances; instance += 1) {
            const asked = world.seen.filter((answer) => answer.instance === instance).length;
            expect(world.allowed({ instance })).toBe(Math.min(limit, asked));
          }
        },
      ),
      RUNS,
    ));
});
