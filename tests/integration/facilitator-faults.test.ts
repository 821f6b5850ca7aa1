import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startFaultyWorld, type FaultyWorld } from "../support/faulty-world";
import {
  asHeader,
  CHAINS,
  challengeOf,
  newPayer,
  payFor,
  post,
  refusal,
  untilAnswered,
  type Payer,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const PRICE = 20_000n;

let service: FaultyWorld;
beforeAll(async () => {
  service = await startFaultyWorld(sandbox, "facilitator-faults");
});
afterAll(() => service.stop());
afterEach(() => {
  service.primary.setFault(null);
  service.fallback.setFault(null);
});

/** Whose fee payer a challenge names on Solana. */
async function offeredBy({ origin }: FaultyWorld): Promise<unknown> {
  const { accepts } = await challengeOf(origin, TVL);
  return accepts.find(({ network }) => network.startsWith("solana:"))?.extra?.["feePayer"];
}

/** Pays a challenge that was made while all was well, as the service knew too; faults come after it. */
async function payUnder(payer: Payer, fault: () => void, again = false) {
  await expect.poll(() => offeredBy(service), { timeout: 10_000 }).toBe(service.primary.feePayer);
  const payment = asHeader(await payFor(service.origin, TVL, payer));
  fault();
  const before = await payer.balance();
  const response = await (again ? untilAnswered : post)({ origin: service.origin, path: TVL, payment });
  return { response, payment, cost: before - (await payer.balance()) };
}

describe.each(CHAINS)("on %s", (chain) => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, chain);
  });

  it("a facilitator that settles and stays silent costs one transfer, and the answer comes all the same", async () => {
    const { response, cost } = await payUnder(
      payer,
      () => {
        service.primary.setFault({ kind: "silent-after-settle" });
        service.fallback.setFault({ kind: "silent-after-settle" });
      },
      true,
    );
    expect(response.status).toBe(200);
    expect(cost).toBe(PRICE);
  });

  it("a facilitator that settles and cuts the connection costs one transfer, and the answer comes all the same", async () => {
    const { response, cost } = await payUnder(
      payer,
      () => service.primary.setFault({ kind: "silent-after-settle", cutAfterMs: 10 }),
      true,
    );
    expect(response.status).toBe(200);
    expect(cost).toBe(PRICE);
  });

  it("both facilitators down: refused as unavailable, free, and the same payment buys the answer later", async () => {
    const { response, payment, cost } = await payUnder(payer, () => {
      service.primary.setFault({ kind: "down" });
      service.fallback.setFault({ kind: "down" });
    });
    expect(response.status).toBe(503);
    expect(await refusal(response)).toMatchObject({ code: "payments_unavailable" });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(cost).toBe(0n);
    service.primary.setFault(null);
    service.fallback.setFault(null);
    expect((await post({ origin: service.origin, path: TVL, payment })).status).toBe(200);
  });

  it.each([
    { kind: "error", status: 503, on: ["verify"] },
    { kind: "error", status: 429, on: ["verify"] },
    { kind: "slow", ms: 3_000, on: ["verify"] },
  ] as const)("a primary with $kind at verify charges nobody who is not served", async (fault) => {
    const { response, cost } = await payUnder(payer, () =>
      service.primary.setFault({ ...fault, on: [...fault.on] }),
    );
    // Any facilitator can take a payment on Base; one on Solana is bound to the facilitator that it names.
    expect(response.status).toBe(chain === "base" ? 200 : 503);
    expect(cost).toBe(chain === "base" ? PRICE : 0n);
  });

  it("a primary that is down is replaced: the next challenge can be paid", async () => {
    service.primary.setFault({ kind: "down" });
    await challengeOf(service.origin, TVL); // the first one after the outage makes it known
    await new Promise((resolve) => setTimeout(resolve, 800));
    const payment = asHeader(await payFor(service.origin, TVL, payer));
    const before = await payer.balance();
    expect((await post({ origin: service.origin, path: TVL, payment })).status).toBe(200);
    expect(before - (await payer.balance())).toBe(PRICE);
  });
});

describe("with both facilitators down", () => {
  it("the challenge still has the price, with offers on both chains", async () => {
    service.primary.setFault({ kind: "down" });
    service.fallback.setFault({ kind: "down" });
    for (let asked = 0; asked < 3; asked += 1)
      expect((await challengeOf(service.origin, TVL)).accepts).toHaveLength(2);
  });
});

describe("a primary whose /supported is well while its verify fails", () => {
  it("is not offered on Solana for a while once an instance has reported its outage, and is offered again afterwards", async () => {
    const breakerMs = 6_000;
    const world = await startFaultyWorld(sandbox, "facilitator-outage", {
      env: { FACILITATOR_BREAKER_MS: String(breakerMs) },
    });
    try {
      const payer = await newPayer(sandbox, "solana");
      const offered = () => offeredBy(world);
      const offeredIn = (ms: number, feePayer: string) =>
        expect.poll(offered, { timeout: ms, interval: 300 }).toBe(feePayer);
      expect(await offered()).toBe(world.primary.feePayer);
      const payment = asHeader(await payFor(world.origin, TVL, payer));
      world.primary.setFault({ kind: "error", status: 503, on: ["verify"] });
      expect((await post({ origin: world.origin, path: TVL, payment })).status).toBe(503);

      await offeredIn(breakerMs, world.fallback.feePayer);
      const other = asHeader(await payFor(world.origin, TVL, payer));
      expect((await post({ origin: world.origin, path: TVL, payment: other })).status).toBe(200);

      world.primary.setFault(null);
      await offeredIn(3 * breakerMs, world.primary.feePayer);
    } finally {
      await world.stop();
    }
  });
});
