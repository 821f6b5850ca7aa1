import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  asHeader,
  earlyInWindow,
  CHAINS,
  newAddress,
  newPayer,
  payFor,
  post,
  startInstance,
  untilAnswered,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const MACRO = "/api/svc-intel-macro";
const LIMIT = 120;

/** While the store is silent an instance counts by itself: on a busy machine its answer is waited for. */
const PATIENT = { STORE_TIMEOUT_MS: "30000" };

describe("two instances over one store", () => {
  let second: Awaited<ReturnType<typeof startInstance>>;
  let third: Awaited<ReturnType<typeof startInstance>>;
  beforeAll(async () => {
    // Its facilitators the other way round, so that copies of one payment go through both.
    const { serviceEnv: env } = sandbox;
    third = await startInstance(sandbox, "third", PATIENT);
    second = await startInstance(sandbox, "second", {
      ...PATIENT,
      FACILITATOR_PRIMARY_URL: env.FACILITATOR_FALLBACK_URL ?? "",
      FACILITATOR_PRIMARY_FEE_PAYERS: env.FACILITATOR_FALLBACK_FEE_PAYERS ?? "",
      FACILITATOR_FALLBACK_URL: env.FACILITATOR_PRIMARY_URL ?? "",
      FACILITATOR_FALLBACK_FEE_PAYERS: env.FACILITATOR_PRIMARY_FEE_PAYERS ?? "",
    });
  });
  afterAll(() => Promise.all([second.stop(), third.stop()]));

  it.each(CHAINS)("serve copies of one payment on %s with one transfer and one answer", async (chain) => {
    const payer = await newPayer(sandbox, chain);
    const payment = asHeader(await payFor(sandbox.origin, TVL, payer));
    const before = await payer.balance();
    const origins = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? sandbox.origin : second.origin,
    );
    const answers = await Promise.all(
      origins.map(async (origin) => (await untilAnswered({ origin, path: TVL, payment })).text()),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"ok":true');
    expect(before - (await payer.balance())).toBe(20_000n);
  });

  it.each(CHAINS)(
    "sell one request for one payment on %s, however many requests bring it at once",
    async (chain) => {
      const payer = await newPayer(sandbox, chain);
      // Both routes cost the same, and a payment need not name its resource: either may win, but only one.
      const { resource: _, ...anonymous } = await payFor(sandbox.origin, TVL, payer);
      const payment = asHeader(anonymous);
      const before = await payer.balance();
      const origins = [sandbox.origin, second.origin, sandbox.origin, second.origin];
      const calls = [TVL, MACRO].flatMap((path) => origins.map((origin) => ({ origin, path, payment })));
      const responses = await Promise.all(
        calls.map(async (call) => ({ path: call.path, response: await untilAnswered(call) })),
      );
      const served = responses.filter(({ response }) => response.status === 200);
      const bodies = await Promise.all(served.map(({ response }) => response.text()));
      expect(new Set(served.map(({ path }) => path)).size).toBe(1);
      expect(served).toHaveLength(4);
      expect(new Set(bodies).size).toBe(1);
      for (const { response } of responses.filter(({ response: { status } }) => status !== 200)) {
        expect(response.status).toBe(409);
        expect(response.headers.has("payment-required")).toBe(false);
      }
      expect(before - (await payer.balance())).toBe(20_000n);
    },
  );

  it("let a burst of one address through up to the limit, and ten more at most", async () => {
    await earlyInWindow();
    const address = newAddress();
    const statuses = await Promise.all(
      Array.from(
        { length: 400 },
        async (_, index) =>
          (await post({ origin: index % 2 === 0 ? third.origin : second.origin, path: TVL, address })).status,
      ),
    );
    const allowed = statuses.filter((status) => status === 402).length;
    expect(allowed).toBeGreaterThanOrEqual(LIMIT);
    expect(allowed).toBeLessThanOrEqual(LIMIT + 10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(400 - allowed);
  });

  it("refuse an address that used up its limit at the other one, after one flush at most", async () => {
    await earlyInWindow();
    const address = newAddress();
    const ask = async (origin: string): Promise<number> =>
      (await post({ origin, path: TVL, address })).status;
    expect(await ask(second.origin)).toBe(402);
    const used = await Promise.all(Array.from({ length: LIMIT }, () => ask(third.origin)));
    const before = used.filter((status) => status === 402).length;
    expect(before).toBeGreaterThanOrEqual(LIMIT - 1); // the third may hear of the second's one in time, or not
    expect(before).toBeLessThanOrEqual(LIMIT);
    const more: number[] = [];
    for (let asked = 0; asked < 12; asked += 1) more.push(await ask(second.origin));
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // several times a flush's 250 ms
    more.push(await ask(second.origin));
    expect(more.filter((status) => status === 402).length).toBeLessThanOrEqual(10);
    expect(more.at(-1)).toBe(429);
    expect(await ask(third.origin)).toBe(429);
  });
});
