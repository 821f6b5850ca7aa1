import { beforeAll, describe, expect, it } from "vitest";
import { published } from "@/lib/catalog/published";
import { isPaid, priceOf } from "@/lib/catalog/define";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken } from "@/sandbox/upstream/market/tokens";
import { asHeader, challengeOf, newPayer, payFor, post, refusal, type Payer } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
/** The sandbox's market. */
const SEED = 1;

const desks = published.filter((entry) => isPaid(entry) && entry.label.startsWith("intel-"));
/** What the desks with a key are asked about; an empty body is a 400 there. */
const BODIES: Readonly<Record<string, object>> = {
  "/api/svc-intel-trenches": { address: establishedToken(randomness(SEED), "solana", "plain").address },
  "/api/svc-intel-wallet": { solAddress: "2uZuTQEjcXcR1ESwMdGTpqEwM5PCekEwrSNVRPc1EhS1" },
};

interface IntelAnswer {
  kind: string;
  coverage: number;
  provenance: { id: string; status: string }[];
}

/**
 * Whether a source was read well. Between two readings, or on a weekend, a value is `stale`; and for a minute in every hour
 * the sandbox's Binance announces nothing, as one that is asked too often, which is remembered for a while.
 */
const isReadWell = ({ id, status }: { id: string; status: string }): boolean =>
  status === "stale" ||
  (status === "suspect_empty" &&
    /^binance\.(de)?listings$/.test(id) &&
    [59, 0, 1].includes(new Date().getUTCMinutes()));

describe.each(desks.map((entry) => [entry.path, entry] as const))("%s", (path, entry) => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, "base");
  });

  const buy = async (body: object | undefined) => {
    const payment = asHeader(await payFor(origin, path, payer));
    const before = await payer.balance();
    const call = { origin, path, payment, ...(body && { body: JSON.stringify(body) }) };
    const response = await post(call);
    return { response, call, cost: before - (await payer.balance()) };
  };

  it("says its price, and sells an answer of its own shape for exactly that", async () => {
    const { accepts } = await challengeOf(origin, path);
    expect(accepts.map(({ amount }) => amount)).toEqual(accepts.map(() => String(priceOf(entry))));
    const { response, call, cost } = await buy(BODIES[path]);
    const text = await response.text();
    expect(response.status, text.slice(0, 500)).toBe(200);
    expect(cost).toBe(BigInt(priceOf(entry)));
    entry.output.parse(JSON.parse(text));
    const answer = JSON.parse(text) as IntelAnswer; // of the envelope's shape, since it is the output's
    expect(answer.kind).toBe(entry.label);
    expect(answer.coverage).toBeGreaterThanOrEqual(MIN_COVERAGE);
    // Only what is not `ok` is listed.
    expect(answer.provenance.filter((source) => !isReadWell(source))).toEqual([]);
    expect(await (await post(call)).text()).toBe(text);
  });

  it("refuses a body that it does not take, says what was wrong with it, and costs nothing then", async () => {
    const { response, cost } = await buy({ unknown_member: 1 });
    expect(response.status).toBe(400);
    expect((await refusal(response)).error).toMatch(/unknown_member/);
    expect(cost).toBe(0n);
  });

  it.runIf(path in BODIES)("asks for what it can't do without, and costs nothing then", async () => {
    const { response, call, cost } = await buy({});
    expect(response.status).toBe(400);
    expect((await refusal(response)).error).toMatch(/address/i);
    expect(cost).toBe(0n);
    // the payment is still good for a request that can be answered
    expect((await post({ ...call, body: JSON.stringify(BODIES[path]) })).status).toBe(200);
  });
});
