import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/sandbox/ports";
import { newEvmBuyer } from "../support/evm-buyer";
import {
  afterwards,
  answers,
  cutsShort,
  endless,
  feePayerOf,
  hangs,
  resets,
  startDouble,
  type Act,
  type FacilitatorDouble,
} from "../support/facilitator-double";
import { asHeader, challengeOf, post, refusal, startInstance, untilAnswered } from "../support/service";
import { newSolanaBuyer } from "../support/solana-buyer";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const PRICE = 20_000n;
const ENOUGH = PRICE * 2n;
const [realPrimary, realFallback] = sandbox.facilitators;

/** Short limits, so that an outage takes a test no longer than it must; nothing that was heard counts as new. */
const IMPATIENT = {
  FACILITATOR_VERIFY_TIMEOUT_MS: "1500",
  FACILITATOR_SETTLE_TIMEOUT_MS: "2500",
  FACILITATOR_SUPPORTED_TIMEOUT_MS: "2000",
  FACILITATOR_SUPPORTED_REFRESH_MS: "0",
  FACILITATOR_BREAKER_MS: "0",
};

let primary: FacilitatorDouble;
let fallback: FacilitatorDouble;
let doubled: Record<string, string>;
let origin: string;
const ending: (() => Promise<void>)[] = [];

async function start(name: string, env: Record<string, string>): Promise<string> {
  const instance = await startInstance(sandbox, name, { STORE_PREFIX: `test-${name}`, ...IMPATIENT, ...env });
  ending.push(instance.stop);
  return instance.origin;
}

beforeAll(async () => {
  primary = await startDouble(() => realPrimary?.url ?? "");
  fallback = await startDouble(() => realFallback?.url ?? "");
  doubled = { FACILITATOR_PRIMARY_URL: primary.url, FACILITATOR_FALLBACK_URL: fallback.url };
  origin = await start("facilitator-answers", doubled);
});
afterAll(async () => {
  for (const end of ending) await end();
  await Promise.all([primary.close(), fallback.close()]);
});
afterEach(() => {
  primary.reset();
  fallback.reset();
});

/** Signs under a challenge that was made while all was well, then runs `breakFacilitator`, then pays. */
async function payUnder(
  chain: "base" | "solana",
  breakFacilitator: () => void,
  again = false,
  where = origin,
) {
  const buyer = chain === "base" ? await newEvmBuyer(sandbox, ENOUGH) : await newSolanaBuyer(sandbox, ENOUGH);
  const payment = asHeader(await buyer.sign(await challengeOf(where, TVL)));
  breakFacilitator();
  const response = await (again ? untilAnswered : post)({ origin: where, path: TVL, payment });
  return { response, payment, cost: ENOUGH - (await buyer.balance()) };
}

const NO_VERDICTS: readonly (readonly [string, Act])[] = [
  ["HTML", answers(200, "<html>isValid</html>")],
  ["nothing", answers(200, "")],
  ["half of its answer", cutsShort('{"isValid":true')],
  ["isValid as text", answers(200, { isValid: "true" })],
  ["an error in a success", answers(200, { error: "out of order" })],
  ["a redirect", answers(307, "", { location: "http://127.0.0.1:9/verify" })],
  ["a refusal of us", answers(401, { error: "unauthorized" })],
  ["an answer without end", endless(() => undefined)],
  ["a reset", resets],
  ["that it failed", answers(200, { isValid: false, invalidReason: "unexpected_verify_error" })],
];

describe("a primary that answers at verify with", () => {
  it.each(NO_VERDICTS)("%s has said nothing: on base the fallback is asked", async (_, act) => {
    const { response, cost } = await payUnder("base", () => primary.act("verify", act));
    expect(response.status).toBe(200);
    expect(cost).toBe(PRICE);
    expect(primary.calls.filter((call) => call !== "supported")).toEqual(["verify"]);
    expect(fallback.calls.filter((call) => call !== "supported")).toEqual(["verify", "settle"]);
  });

  it.each(NO_VERDICTS)("%s has said nothing: on solana nobody else can be asked", async (_, act) => {
    const { response, payment, cost } = await payUnder("solana", () => primary.act("verify", act));
    expect({ status: response.status, ...(await refusal(response)) }).toMatchObject({
      status: 503,
      code: "payments_unavailable",
    });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(cost).toBe(0n);
    expect(fallback.calls.filter((call) => call !== "supported")).toEqual([]);
    primary.act("verify", null);
    expect((await post({ origin, path: TVL, payment })).status).toBe(200);
  });

  it("a refusal for the law's sake has spoken for both: the fallback is not asked", async () => {
    const refuses = answers(200, { isValid: false, invalidReason: "kyt_risk_detected" });
    const { response, cost } = await payUnder("base", () => primary.act("verify", refuses));
    expect(response.status).toBe(402);
    expect((await refusal(response)).reason).toBe("payment_rejected");
    expect(cost).toBe(0n);
    expect(fallback.calls).not.toContain("verify");
  });
});

describe("a primary at settle", () => {
  it("that can't be reached any more has sent nothing: the fallback settles", async () => {
    const gone = await startDouble(() => realPrimary?.url ?? "");
    const there = await start("facilitator-answers-gone", { ...doubled, FACILITATOR_PRIMARY_URL: gone.url });
    const { response, cost } = await payUnder(
      "base",
      () =>
        gone.act("verify", async ({ response: answer, real }) => {
          const { status, body } = await real();
          answers(status, body, { connection: "close" })({ response: answer, body, real });
          await gone.close();
        }),
      false,
      there,
    );
    expect(response.status).toBe(200);
    expect(cost).toBe(PRICE);
    expect(fallback.calls).toContain("settle");
  });

  it.each<[string, () => Promise<Act>]>([
    ["half of its answer", async () => cutsShort('{"success":true')],
    ["a reset", async () => resets],
    [
      "a failure",
      async () => answers(200, { success: false, errorReason: "unexpected_settle_error", transaction: "" }),
    ],
    ["HTML", async () => answers(502, "<html></html>")],
    ["no transaction", async () => answers(200, { success: true, transaction: "", network: "eip155:84532" })],
    [
      "a redirect to where nobody listens",
      async () => answers(307, "", { location: `http://127.0.0.1:${await freePort()}/settle` }),
    ],
  ])(
    "that settles and answers %s is believed nothing: the chain is asked, and nobody else",
    async (_, make) => {
      const act = afterwards(await make());
      const { response, cost } = await payUnder("base", () => primary.act("settle", act), true);
      expect(response.status).toBe(200);
      expect(cost).toBe(PRICE);
      expect(fallback.calls).not.toContain("settle");
    },
  );
});

describe("a price", () => {
  it.each<[string, Act]>([
    ["hang", hangs],
    ["are down", resets],
    ["talk nonsense", answers(200, "<html></html>")],
    ["name no fee payer", answers(200, { kinds: [{ scheme: "exact", network: "solana:other" }] })],
    ["redirect", answers(308, "", { location: "http://127.0.0.1:9/supported" })],
    ["tell without end what they support", endless(() => undefined)],
  ])("is told although the facilitators %s", async (_, act) => {
    primary.act("supported", act);
    fallback.act("supported", act);
    // One question is under way at a time, and another test's may still wait for its answer.
    await expect
      .poll(
        async () => {
          expect((await challengeOf(origin, TVL)).accepts).toHaveLength(2);
          return primary.calls;
        },
        { timeout: 10_000 },
      )
      .toContain("supported");
    expect((await challengeOf(origin, TVL)).accepts).toHaveLength(2);
  });

  it("is offered before a facilitator has answered /supported", async () => {
    primary.act("supported", hangs);
    fallback.act("supported", hangs);
    const there = await start("facilitator-answers-slow", {
      ...doubled,
      FACILITATOR_SUPPORTED_TIMEOUT_MS: "20000",
    });
    expect((await challengeOf(there, TVL)).accepts).toHaveLength(2);
    await expect.poll(() => primary.pending() + fallback.pending()).toBeGreaterThan(0);
    expect((await challengeOf(there, TVL)).accepts).toHaveLength(2);
  });
});

describe("a facilitator that is slow", () => {
  it("is left alone for a while, and asked again after it", async () => {
    const there = await start("facilitator-answers-breaker", { ...doubled, FACILITATOR_BREAKER_MS: "5000" });
    const asked = async (breakFacilitator: () => void = () => undefined): Promise<readonly string[]> => {
      primary.calls.length = 0;
      const { response } = await payUnder("base", breakFacilitator, false, there);
      expect(response.status).toBe(200);
      return primary.calls.filter((call) => call !== "supported");
    };
    expect(await asked(() => primary.act("verify", hangs))).toEqual(["verify"]);
    const takenOut = Date.now();
    primary.act("verify", null);
    expect(await asked()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, takenOut + 5_100 - Date.now())));
    expect(await asked()).toEqual(["verify", "settle"]);
  });
});

describe("a facilitator with several signers", () => {
  it("that names another one each time takes payments for every one that was offered, on each instance", async () => {
    const real = sandbox.facilitators;
    let turn = 0;
    const rotating = await startDouble(
      (body) => real.find(({ feePayer }) => feePayer === feePayerOf(body))?.url ?? "",
    );
    ending.push(rotating.close);
    rotating.act("supported", ({ response, body, real: ask }) => {
      const { feePayer } = real[(turn += 1) % real.length] ?? {};
      const kind = { x402Version: 2, scheme: "exact", network: sandbox.solana.network, extra: { feePayer } };
      answers(200, { kinds: [kind], extensions: [], signers: {} })({ response, body, real: ask });
    });
    const env = {
      STORE_PREFIX: "test-facilitator-answers-rotating",
      FACILITATOR_PRIMARY_URL: rotating.url,
      FACILITATOR_PRIMARY_FEE_PAYERS: "",
      FACILITATOR_FALLBACK_URL: `http://127.0.0.1:${await freePort()}`,
      FACILITATOR_FALLBACK_FEE_PAYERS: "",
    };
    const [first = "", second = ""] = await Promise.all([
      start("facilitator-answers-rotating-1", env),
      start("facilitator-answers-rotating-2", env),
    ]);
    const offered = async () => {
      const challenge = await challengeOf(first, TVL);
      return {
        challenge,
        feePayer: challenge.accepts.find(({ network }) => network.startsWith("solana:"))?.extra.feePayer,
      };
    };
    const buyers: { payment: string; feePayer: unknown }[] = [];
    await expect
      .poll(
        async () => {
          const { challenge, feePayer } = await offered();
          if (feePayer === undefined || buyers.some((one) => one.feePayer === feePayer)) return buyers.length;
          const buyer = await newSolanaBuyer(sandbox, ENOUGH);
          return buyers.push({ payment: asHeader(await buyer.sign(challenge)), feePayer });
        },
        { timeout: 20_000 },
      )
      .toBe(real.length);
    for (const [at, { payment }] of buyers.entries()) {
      const response = await post({ origin: at % 2 === 0 ? second : first, path: TVL, payment });
      expect(response.status, await response.text()).toBe(200);
    }
  });
});
