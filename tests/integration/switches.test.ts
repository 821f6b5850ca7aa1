import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NETWORKS } from "@/lib/chains/networks";
import { PATH, PRICE, startTillWorld, type TillInstance, type TillWorld } from "../support/till-world";

const BASE = NETWORKS.testnet.evm.id;

let world: TillWorld;
beforeAll(async () => {
  world = await startTillWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const asked = () =>
  [world.primary, world.fallback].map(({ calls }) => calls.filter((call) => call !== "supported").join(" "));

/** An instance that has heard what is switched off. */
async function informed(): Promise<TillInstance> {
  const till = await world.start();
  await till.challenge().catch(() => undefined); // starts to read
  await new Promise((resolve) => setTimeout(resolve, 300));
  return till;
}

const offered = async (till: TillInstance) =>
  (await till.challenge()).accepts.map(({ network, extra }) => extra["feePayer"] ?? network);

describe("what an operator switches off at run time", () => {
  it("is listed, with since when and by whom, until it is on again", async () => {
    const till = await world.start();
    expect((await till.turn("facilitator", "primary", true)).status).toBe(200);
    const all = (await till.switches()) as { switches: { name: string }[] }; // the route's own answer
    const of = (name: string) => all.switches.find((one) => one.name === name);
    expect(of("primary")).toMatchObject({ kind: "facilitator", off: true, by: "operator" });
    expect(of("fallback")).toMatchObject({ off: false, since: null, by: null });
    expect(of(BASE)).toMatchObject({ kind: "chain", off: false });
    expect(of(PATH)).toMatchObject({ kind: "route", off: false });
    await till.turn("facilitator", "primary", false);
    expect(JSON.stringify(await till.switches())).not.toContain('"off":true');
    expect(await till.turn("facilitator", "forth", true)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("primary, fallback") },
    });
  });

  it("a facilitator: others take its place on Base; its fee payer is offered and taken no more on Solana", async () => {
    const before = await world.start();
    const [onBase, onSolana] = [await world.buyer("base"), await world.buyer("solana")];
    const bound = await onSolana.sign(await before.challenge());
    await before.turn("facilitator", "primary", true);

    const till = await informed();
    expect(await offered(till)).toEqual([BASE, world.chains.fallback.feePayer]);
    expect((await till.pay(await onBase.sign(await till.challenge()))).status).toBe(200);
    expect(asked()).toEqual(["", "verify settle"]);
    expect(await till.pay(bound)).toMatchObject({ status: 402, body: { reason: "unsupported_payment" } });
    expect(await onSolana.spent()).toBe(0n);
    expect((await till.pay(await onSolana.sign(await till.challenge()))).status).toBe(200);
    expect(asked()[0]).toBe("");
  });

  it("all facilitators: nothing is charged, and nothing can be bought", async () => {
    const before = await world.start();
    const buyer = await world.buyer("base");
    const payment = await buyer.sign(await before.challenge());
    for (const role of ["primary", "fallback"]) await before.turn("facilitator", role, true);
    const till = await world.start(); // its first sale waits for what it does not know yet
    expect(await till.pay(payment)).toMatchObject({ status: 503, body: { code: "payments_unavailable" } });
    expect(await buyer.spent()).toBe(0n);
    expect(asked()).toEqual(["", ""]);
  });

  it.each(["chain", "route"] as const)(
    "a %s: it is offered no more, a payment for it is refused uncharged, what was bought is replayed, and the same payment buys when it is on again",
    async (kind) => {
      const before = await world.start();
      const [buyer, late] = [await world.buyer("base"), await world.buyer("base")];
      const bought = await buyer.sign(await before.challenge());
      const refused = await late.sign(await before.challenge());
      const { body } = await before.pay(bought);
      await before.turn(kind, kind === "chain" ? BASE : PATH, true);

      const till = await informed();
      // A challenge that was made shortly before may still be shown for some seconds.
      if (kind === "chain")
        await expect.poll(() => offered(till), { timeout: 10_000 }).toEqual([world.chains.primary.feePayer]);
      else expect(await till.challenge()).toBeUndefined();
      expect(await till.pay(refused)).toMatchObject({
        status: 503,
        body: { code: "payments_unavailable", error: expect.stringContaining("You were not charged") },
      });
      expect(await late.spent()).toBe(0n);
      expect(await till.pay(bought)).toMatchObject({ status: 200, body });

      await till.turn(kind, kind === "chain" ? BASE : PATH, false);
      const after = await informed();
      expect((await after.pay(refused)).status).toBe(200);
      expect(await late.spent()).toBe(PRICE);
    },
  );
});
