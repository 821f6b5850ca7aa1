import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deskWith } from "@/lib/desks/desk";
import { trenchesDesk } from "@/lib/desks/trenches/handler";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken, type TokenChain, TRAITS } from "@/sandbox/upstream/market/tokens";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { noStore, reader } from "../fixtures/test-source";

const NOW = new Date("2026-10-07T18:30:00Z");
const SEED = 7;
const random = randomness(SEED);
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: SEED, now: () => NOW.getTime() });
});
afterAll(() => upstream.close());

const context = { now: NOW, signal: new AbortController().signal, headers: new Headers() };
/** The verdict, or why there is none to buy. */
const verdictOf = async (chain: TokenChain, address: string): Promise<string> => {
  const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 10_000, breakerMs: 0 });
  return deskWith(trenchesDesk)(read)({ chain, address }, context).then(
    ({ answer }) => answer.safety.verdict,
    (error: { code: string }) => error.code,
  );
};
const verdictsOn = async (chain: TokenChain): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      TRAITS.map(async (trait) => [
        trait,
        await verdictOf(chain, establishedToken(random, chain, trait).address),
      ]),
    ),
  );

const REPORTERS = { solana: "api.rugcheck.xyz/*", base: "api.gopluslabs.io/*" } as const;

describe.each(["solana", "base"] as const)("a token of %s", (chain) => {
  it("with nothing wrong is clear; with any of what makes tokens dangerous it is not", async () => {
    const { plain, ...others } = await verdictsOn(chain);
    expect(plain).toBe("clear");
    // Base's first three are well-known memes, whatever the trait; the others are what they are called.
    const evil =
      chain === "solana" ? ["mintable", "freezable", "rugged", "delegate"] : ["rugged", "delegate"];
    for (const trait of [...evil, "non-transferable", "fee", "whale", "garbage-pool"])
      expect(others[trait], trait).toBe("danger");
    expect(["caution", "danger"]).toContain(others.unlocked);
  });

  it.each([{ kind: "down" }, { kind: "status", status: 500 }] as const)(
    "whose reporter fails ($kind) is never clear, and an unknown is not sold",
    async (fault) => {
      upstream.setFault(REPORTERS[chain], fault);
      const verdicts = new Set(Object.values(await verdictsOn(chain)));
      upstream.clearFaults();
      // Without its report a token may still be the danger that others see.
      expect([...verdicts].filter((one) => one !== "danger" && one !== "caution")).toEqual([
        "data_unavailable",
      ]);
    },
  );

  it("whose reporter answers with nothing is never clear", async () => {
    upstream.setFault(REPORTERS[chain], { kind: "empty" });
    const verdicts = Object.values(await verdictsOn(chain));
    upstream.clearFaults();
    expect(verdicts).not.toContain("clear");
  });
});

it("an address of no token is refused with 404, on every chain that is offered", async () => {
  expect(await verdictOf("solana", "1nc1nerator11111111111111111111111111111111")).toBe("not_found");
  expect(await verdictOf("base", `0x${"9".repeat(40)}`)).toBe("not_found");
});
