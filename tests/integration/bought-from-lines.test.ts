import { beforeAll, describe, expect, it } from "vitest";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken } from "@/sandbox/upstream/market/tokens";
import { requestFrom, toldRoutes, type ToldRoute } from "../support/input-line";
import {
  asHeader,
  newAddress,
  newPayer,
  payFor,
  refusal,
  untilAnswered,
  type Payer,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const HOST = "wordpress-fixture.com"; // which no other file scans: limits of a site are over all callers

/** What its user asks the agent about, who lives in the sandbox; the lines' own examples are made up. */
const SUBJECTS: Record<string, unknown> = {
  address: establishedToken(randomness(1), "solana", "plain").address,
  target: `https://${HOST}`,
  allowlist: [HOST],
  summary: `A text of its own, which nobody published before: ${crypto.randomUUID()}`,
};

/** The request of a line, about this agent's subjects. */
function requestOf(reported: ToldRoute): Record<string, unknown> {
  // As few as possible of what is listed, everything asked for in short: what a line tells is used, not only its example.
  const request = requestFrom(reported, ({ type }) => /^\d+\.\.\d+$|^brief\|full$/.test(type));
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, SUBJECTS[name] ?? value]));
}

const read = async (path: string): Promise<string> =>
  (await fetch(origin + path, { headers: { "x-forwarded-for": newAddress() } })).text();

const reported = toldRoutes(await read("/llms.txt"));
const paid = reported.filter(({ price }) => price > 0);

describe("an agent that has read llms.txt and nothing else", () => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, "base");
  });

  it("knows the routes that are for sale", () => {
    expect(paid.length).toBeGreaterThan(15);
  });

  it.each(paid.map((one) => [new URL(one.url).pathname, one] as const))(
    "buys %s at the price it read",
    async (path, one) => {
      const body = requestOf(one);
      const payment = asHeader(await payFor(origin, path, payer));
      const before = await payer.balance();
      const answer = await untilAnswered({ origin, path, body, payment }, 50_000); // waits where a 503 says so, as llms.txt tells it
      expect(answer.status, `${JSON.stringify(body)} ${answer.ok ? "" : (await refusal(answer)).error}`).toBe(
        200,
      );
      // What it published is what it can open.
      const { id } = (await answer.json()) as { id?: unknown };
      if (typeof id === "string") SUBJECTS.signalId = id;
      expect(before - (await payer.balance())).toBe(BigInt(Math.round(one.price * 1_000_000)));
    },
  );
});
