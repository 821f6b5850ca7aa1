import { describe, expect, it } from "vitest";
import type { Fault } from "@/sandbox/facilitator/fault";
import { freePort } from "@/sandbox/ports";
import { startFaultyWorld } from "../support/faulty-world";
import {
  asHeader,
  CHAINS,
  newPayer,
  payFor,
  post,
  startInstance,
  untilAnswered,
  type Chain,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const PRICE = 20_000n;
/** Leases of ten seconds: the worker that takes over need not wait longer, and half of them is left for a slow machine. */
const SETTINGS = {
  STORE_TIMEOUT_MS: "1000",
  FACILITATOR_SETTLE_TIMEOUT_MS: "4000",
  LEDGER_CLAIM_GRACE_MS: "0",
  CALL_BUDGET_SCALE: "0.5",
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a payment of this world stands between intent and settlement; its settle request is then on its way. */
async function untilSettling(prefix: string): Promise<void> {
  const { url, token } = sandbox.redis;
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await pause(50)) {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(["ZCARD", `${prefix}:ledger:open`]),
    });
    const { result } = (await response.json()) as { result: number }; // Upstash's REST protocol
    if (result > 0) return pause(600);
  }
  throw new Error("the payment never came to its intent");
}

/** An instance dies while `fault` holds up its settlement; another one, with `successorEnv`, takes the payment over. */
async function dieMidSettle(
  chain: Chain,
  name: string,
  fault: Fault,
  successorEnv: () => Promise<Record<string, string>> = async () => ({}),
) {
  const service = await startFaultyWorld(sandbox, name, { env: SETTINGS });
  const payer = await newPayer(sandbox, chain);
  const payment = asHeader(await payFor(service.origin, TVL, payer));
  service.primary.setFault(fault);
  const before = await payer.balance();
  const lost = post({ origin: service.origin, path: TVL, payment }).then(
    () => "answered",
    () => "cut off",
  );
  await untilSettling(service.env.STORE_PREFIX ?? "");
  process.kill(service.pid, "SIGKILL");
  expect(await lost).toBe("cut off");
  service.primary.setFault(null);
  const successor = await startInstance(sandbox, `${name}-successor`, {
    ...service.env,
    ...(await successorEnv()),
  });
  return {
    cost: async () => before - (await payer.balance()),
    ask: () => post({ origin: successor.origin, path: TVL, payment }),
    askUntilAnswered: () => untilAnswered({ origin: successor.origin, path: TVL, payment }, 45_000),
    async stop() {
      await successor.stop();
      await service.stop();
    },
  };
}

describe.each(CHAINS)("an instance that is killed on %s", (chain) => {
  it("after the money moved leaves a payment that another one finishes: one transfer, the stored answer", async () => {
    const dead = await dieMidSettle(chain, `crash-moved-${chain}`, { kind: "silent-after-settle" });
    try {
      expect(await dead.cost()).toBe(PRICE);
      const response = await dead.askUntilAnswered();
      expect(response.status).toBe(200);
      expect(response.headers.get("idempotent-replayed")).toBe("true");
      expect(await dead.cost()).toBe(PRICE);
    } finally {
      await dead.stop();
    }
  });
});

describe("an instance that is killed on base", () => {
  it("before the money moved leaves a payment that is sent again for the stored answer: one transfer", async () => {
    const dead = await dieMidSettle("base", "crash-resend", { kind: "slow", ms: 60_000, on: ["settle"] });
    try {
      expect(await dead.cost()).toBe(0n);
      const response = await dead.askUntilAnswered();
      expect(response.status).toBe(200);
      expect(response.headers.get("idempotent-replayed")).toBe("true");
      expect(await dead.cost()).toBe(PRICE);
    } finally {
      await dead.stop();
    }
  });

  it("is kept when the worker that takes over reaches no facilitator, because the first request may still land", async () => {
    const late: Fault = { kind: "slow", ms: 14_000, on: ["settle"] };
    const dead = await dieMidSettle("base", "crash-late", late, async () => ({
      FACILITATOR_PRIMARY_URL: `http://127.0.0.1:${await freePort()}`,
      FACILITATOR_FALLBACK_URL: `http://127.0.0.1:${await freePort()}`,
    }));
    try {
      let response = await dead.ask();
      for (
        const deadline = Date.now() + 60_000;
        response.status !== 200 && Date.now() < deadline;
        response = await dead.ask()
      ) {
        expect(response.status).toBe(409);
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(await response.text()).not.toContain("not charged");
        await pause(1_000);
      }
      expect(response.status).toBe(200);
      expect(await dead.cost()).toBe(PRICE);
    } finally {
      await dead.stop();
    }
  }, 90_000);
});
