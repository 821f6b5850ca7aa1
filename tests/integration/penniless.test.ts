import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTillWorld, type TillBuyer, type TillInstance, type TillWorld } from "../support/till-world";

let world: TillWorld;
beforeAll(async () => {
  world = await startTillWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

/** Twelve /24s, as the attack was made from. */
const NETWORKS = 12;
const [WALLETS, SOLANA_WALLETS, WAVE] = [1_000, 40, 20];
/** A busy machine takes its time over all of them. */
const PATIENCE_MS = 300_000;
const PATIENT = { STORE_TIMEOUT_MS: "4000" };
const addressOf = (at: number): string => `198.18.${at % NETWORKS}.${1 + (at % 250)}`;

const verifies = (): number =>
  [world.primary, world.fallback].flatMap(({ calls }) => calls).filter((call) => call === "verify").length;

async function statusOf(till: TillInstance, buyer: TillBuyer, from: string): Promise<number> {
  return (await till.pay(await buyer.sign(await till.challenge()), undefined, from)).status;
}

/** How many payments of empty wallets got each status. */
async function attack(till: TillInstance, chain: "base" | "solana", wallets: number) {
  const statuses: Record<number, number> = {};
  const challenge = await till.challenge();
  for (let at = 0; at < wallets; at += WAVE) {
    const wave = Array.from({ length: Math.min(WAVE, wallets - at) }, async (_, index) => {
      const payment = await (await world.buyer(chain, 0n)).sign(challenge);
      return (await till.pay(payment, undefined, addressOf(at + index))).status;
    });
    for (const status of await Promise.all(wave)) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

describe("a thousand signed payments of empty wallets from twelve networks", () => {
  it(
    "keep no first-time buyer and no customer out, and are no facilitator's work",
    async () => {
      const till = await world.start({ TRUSTED_PROXY_HOPS: "1", ...PATIENT, ...world.second.settings });
      const customer = await world.buyer("base");
      expect(await statusOf(till, customer, "192.0.2.1")).toBe(200);
      const before = verifies();
      expect(await attack(till, "base", WALLETS)).toEqual({ 402: WALLETS });
      expect(await attack(till, "solana", SOLANA_WALLETS)).toEqual({ 402: SOLANA_WALLETS });
      expect(verifies()).toBe(before);
      // From elsewhere, and from the attacker's own networks.
      for (const from of ["203.0.113.7", addressOf(0), addressOf(5)])
        expect(await statusOf(till, await world.buyer("base"), from)).toBe(200);
      expect(await statusOf(till, await world.buyer("solana"), addressOf(1))).toBe(200);
      expect(await statusOf(till, customer, addressOf(2))).toBe(200);
    },
    PATIENCE_MS,
  );
});

describe("an empty wallet", () => {
  it("is refused by the number of a block, and served with the same payment once it is funded", async () => {
    const till = await world.start(PATIENT);
    const buyer = await world.buyer("base", 0n);
    const payment = await buyer.sign(await till.challenge());
    const refused = await till.pay(payment);
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { reason: "insufficient_funds", error: expect.stringMatching(/at block \d+: 0 base units/) as string },
    ]);
    await world.fund(buyer);
    expect((await till.pay(payment)).status).toBe(200);
  });

  it("is a facilitator's work where no node can be asked, within the newcomers' share", async () => {
    const till = await world.start({ FACILITATOR_QUOTA_PER_MINUTE: "24", ...PATIENT });
    const customer = await world.buyer("base");
    expect(await statusOf(till, customer, "192.0.2.1")).toBe(200);
    world.base.faults.set("eth_call", () => Promise.reject(new Error("down")));
    const payments = await Promise.all(
      Array.from({ length: 12 }, async () => (await world.buyer("base", 0n)).sign(await till.challenge())),
    );
    const before = verifies();
    await Promise.all(payments.map((payment) => till.pay(payment)));
    // A quarter of 24 a minute, of which ten seconds' worth may come at once, is one; the next comes ten seconds later.
    expect(verifies() - before).toBeLessThanOrEqual(4);
    expect(await statusOf(till, customer, "192.0.2.1")).toBe(200);
  });
});
