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

describe("two instances over one store", () => {
  let second: Awaited<ReturnType<typeof startInstance>>;
  beforeAll(async () => {
    second = await startInstance(sandbox, "second");
  });
  afterAll(() => second.stop());

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

  it("count one address together", async () => {
    await earlyInWindow();
    const address = newAddress();
    const statuses = await Promise.all(
      Array.from(
        { length: 130 },
        async (_, index) =>
          (await post({ origin: index % 2 === 0 ? sandbox.origin : second.origin, path: TVL, address }))
            .status,
      ),
    );
    expect(statuses.filter((status) => status === 402)).toHaveLength(120);
  });
});
