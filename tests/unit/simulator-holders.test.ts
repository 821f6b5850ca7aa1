import { describe, expect, it } from "vitest";
import { Holders } from "../simulator/holders";
import { Judge } from "../simulator/judge";
import { Kernel, type Owner } from "../simulator/kernel";

const NOON = Date.UTC(2026, 0, 15, 12);
const LEASE_MS = 35_000;
const KEPT = ["a call that is over keeps a credited payment from the next one: key"];

const instance = (): Owner => ({ dead: false, pausedUntil: 0 });

/** A credited payment whose first call stands still past its lease, while a second call takes it over. */
async function takenOver(heardBy: Owner | null) {
  const kernel = new Kernel(NOON);
  const judge = new Judge({
    ...{
      now: () => kernel.now,
      movementOf: () => null,
      lostAt: () => null,
      hasVanished: () => false,
    },
    ...{
      calmAt: NOON,
      handlersFail: false,
      recoversEvery: () => 60_000,
      isQuiet: false,
      served: null,
      nodesLie: false,
      ...{ mostUnseen: null, isSilentUntil: 0, canBeSettledByAnother: false },
      isInvented: () => false,
    },
  });
  const holders = new Holders(judge, kernel);
  const first = { payment: "key", heardBy: instance() };
  const lease = String(LEASE_MS);
  holders.note("BEGIN", { ...first, args: ["1", "first", lease, "request"], reply: ["claimed"] });
  holders.note("CREDIT", { ...first, args: ["first", lease], reply: ["ok"] });
  kernel.after(LEASE_MS + 1, () => undefined);
  await kernel.run(() => false, NOON + 2 * LEASE_MS);
  const reply = ["taken-over", "credited", "request", "1"];
  holders.note("BEGIN", { payment: "key", heardBy, args: ["1", "second", lease, "request"], reply });
  /** What the judge says once the first call has said that the payment stays credited. */
  const firstFails = (): readonly string[] => {
    holders.note("RELEASE_CREDIT", { ...first, args: ["first"], reply: ["lost"] });
    holders.requireFree("key");
    return judge.violations;
  };
  return { holders, firstFails };
}

describe("the simulator's account of who holds a credited payment", () => {
  it("complains where a call that knows of it keeps it", async () => {
    const { firstFails } = await takenOver(instance());
    expect(firstFails()).toEqual(KEPT);
  });

  it("blames nobody for a takeover that came too late for its call, or whose reply was lost", async () => {
    const { firstFails } = await takenOver(null);
    expect(firstFails()).toEqual([]);
  });

  it("blames nobody for a call that died over it", async () => {
    const second = instance();
    const { firstFails } = await takenOver(second);
    second.dead = true;
    expect(firstFails()).toEqual([]);
  });

  it("is content once it is let go", async () => {
    const second = instance();
    const { holders, firstFails } = await takenOver(second);
    holders.note("RELEASE_CREDIT", { payment: "key", heardBy: second, args: ["second"], reply: ["ok"] });
    expect(firstFails()).toEqual([]);
  });
});
