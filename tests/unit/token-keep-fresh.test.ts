import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { listen, type Listening } from "@/sandbox/host/listen";
import { startTokenWorld, type TokenWorld } from "../support/own-token";

const TVL = "/api/svc-intel-tvl";

let world: TokenWorld;
let own: Listening;
/** What the service's own origin was asked for. */
const asked: string[] = [];
let serve: (request: Request) => Promise<Response>;
beforeAll(async () => {
  world = await startTokenWorld();
  own = await listen(0, (request, response) => {
    asked.push(request.url ?? "");
    void serve(new Request(`${own.url}${request.url}`)).then(async (came) => {
      response.writeHead(came.status, { "content-type": "application/json" }).end(await came.text());
    });
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([world.close(), own.close()]);
});

async function instance(change: Record<string, string> = {}) {
  const settings = {
    ...world.settings,
    PUBLIC_ORIGIN: own.url,
    EVM_PAY_TO: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    ...change,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process, and each instance has its own
  const [pay, { challengeResponse }, { templateOf }, { keepMarketFresh }] = await Promise.all([
    import("@/app/api/token-pay/route"),
    import("@/lib/payments/challenge/challenge-response"),
    import("@/lib/payments/challenge/templates"),
    import("@/lib/payments/token/keep-fresh"),
  ]);
  serve = pay.GET;
  const work: Promise<unknown>[] = [];
  return {
    keepMarketFresh,
    /** How many offers in the token a 402 has, once what it began is done. */
    async offers(): Promise<number> {
      const response = await challengeResponse(templateOf(TVL), "no_payment", (one) => void work.push(one));
      await Promise.all(work);
      const { x402 } = (await response.json()) as { x402: { accepts: { asset: string }[] } };
      return x402.accepts.filter(({ asset }) => asset === world.mint).length;
    },
  };
}

it("a 402 has the price read where it is not known, and later ones offer the token", async () => {
  const { offers } = await instance();
  expect(await offers()).toBe(0);
  expect(asked).toEqual(["/api/token-pay"]);
  await vi.waitFor(
    async () => {
      const other = await instance(); // a fresh one knows it, too
      expect(await other.offers()).toBe(1);
    },
    { timeout: 15_000, interval: 500 },
  );
  expect(asked).toHaveLength(1);
}, 30_000);

it("of fifty at once, in five instances, one asks", async () => {
  await world.store.redis.flushdb();
  asked.length = 0;
  const instances = [];
  for (let more = 0; more < 5; more += 1) instances.push(await instance());
  await Promise.all(
    instances.flatMap(({ keepMarketFresh }) => Array.from({ length: 10 }, () => keepMarketFresh())),
  );
  expect(asked).toEqual(["/api/token-pay"]);
}, 30_000);

it("nothing is asked before the launch, or without a live merchant", async () => {
  await world.store.redis.flushdb();
  asked.length = 0;
  for (const change of [{ TOKEN_LAUNCHED: "false" }, { TOKEN_MERCHANTS: "svc:soon" }]) {
    const { keepMarketFresh, offers } = await instance(change);
    await keepMarketFresh();
    expect(await offers()).toBe(0);
  }
  expect(asked).toEqual([]);
});

it("a service that does not reach itself sells for USDC all the same", async () => {
  await world.store.redis.flushdb();
  const { offers } = await instance({ PUBLIC_ORIGIN: "http://127.0.0.1:1" });
  expect(await offers()).toBe(0);
});
