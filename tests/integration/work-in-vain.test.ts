import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answers } from "../support/facilitator-double";
import { startTillWorld, type TillBuyer, type TillInstance, type TillWorld } from "../support/till-world";

/** What lib/payments/ledger/newcomers.ts allows of one network, and beyond that. */
const [OF_NETWORK, SHARED] = [100, 3];
const WALLETS = 120;

let world: TillWorld;
beforeAll(async () => {
  world = await startTillWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const statusOf = async (till: TillInstance, buyer: TillBuyer): Promise<number> =>
  (await till.pay(await buyer.sign(await till.challenge()))).status;

describe("wallets that were made for this and hold nothing", () => {
  it("use up no facilitator's quota, and cost nobody who has paid a sale", async () => {
    const till = await world.start();
    const customer = await world.buyer("base");
    expect(await statusOf(till, customer)).toBe(200);
    const strangers = await Promise.all(Array.from({ length: WALLETS }, () => world.buyer("base")));
    world.primary.calls.length = 0;
    world.primary.act("verify", answers(200, { isValid: false, invalidReason: "insufficient_funds" }));
    const statuses: number[] = [];
    for (const stranger of strangers) statuses.push(await statusOf(till, stranger));
    const asked = world.primary.calls.filter((call) => call === "verify").length;
    expect(statuses.filter((status) => status === 402)).toHaveLength(asked);
    expect(asked).toBe(OF_NETWORK + SHARED);
    expect(statuses.slice(asked)).toEqual(Array.from({ length: WALLETS - asked }, () => 429));
    world.primary.reset();
    expect(await statusOf(till, customer)).toBe(200);
  });
});
