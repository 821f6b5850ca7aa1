import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callRpc } from "@/sandbox/host/json-rpc";
import { PRICE, startTillWorld, type TillInstance, type TillWorld } from "../support/till-world";

/** A contract that answers any call with what it stores under the address that it is asked about. */
const ORACLE = "0x40C57923924B5c5c5455c48D93317139ADDaC8fb";
const CODE = "0x6004355460005260206000f3";
const word = (hex: string): string => `0x${hex.replace(/^0x/, "").padStart(64, "0")}`;

let world: TillWorld;
let till: TillInstance;
beforeAll(async () => {
  world = await startTillWorld();
  await callRpc(world.chains.evm.rpcUrl, "anvil_setCode", [ORACLE, CODE]);
  till = await world.start({ EVM_SCREEN_ORACLE: ORACLE, ...world.second.settings });
});
afterAll(() => world.close());

const name = (payer: string, isNamed: boolean): Promise<unknown> =>
  callRpc(world.chains.evm.rpcUrl, "anvil_setStorageAt", [ORACLE, word(payer), word(isNamed ? "1" : "0")]);

describe("a payer whom the operator's oracle names", () => {
  it("isn't served, asked of no facilitator and not charged, also where it has bought before", async () => {
    const buyer = await world.buyer("base");
    expect((await till.pay(await buyer.sign(await till.challenge()))).status).toBe(200);
    await name(buyer.payer, true);
    const before = [...world.primary.calls, ...world.fallback.calls].length;
    const refused = await till.pay(await buyer.sign(await till.challenge()));
    expect([refused.status, refused.body]).toMatchObject([403, { code: "payer_not_served" }]);
    expect([...world.primary.calls, ...world.fallback.calls]).toHaveLength(before);
    expect(await buyer.spent()).toBe(PRICE);
    await name(buyer.payer, false);
    expect((await till.pay(await buyer.sign(await till.challenge()))).status).toBe(200);
  });

  it("keeps nobody else out, on either chain", async () => {
    for (const chain of ["base", "solana"] as const) {
      const buyer = await world.buyer(chain);
      expect((await till.pay(await buyer.sign(await till.challenge()))).status).toBe(200);
    }
  });

  it("is served where the oracle is not there: a wrong address stops no sale", async () => {
    const buyer = await world.buyer("base");
    await callRpc(world.chains.evm.rpcUrl, "anvil_setCode", [ORACLE, "0x"]);
    expect((await till.pay(await buyer.sign(await till.challenge()))).status).toBe(200);
  });
});
