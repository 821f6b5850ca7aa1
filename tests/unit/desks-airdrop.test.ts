import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeAirdrop } from "@/lib/desks/airdrop/compose";
import { airdropDocumentation } from "@/lib/desks/airdrop/documentation";
import { gatherAirdrop, type AirdropInputs } from "@/lib/desks/airdrop/gather";
import { type InsiderOf, noInsider } from "@/lib/desks/candidate";
import { gatherTvl } from "@/lib/desks/tvl/gather";
import { DISTRIBUTION_SIGNS } from "@/lib/sources/distribution-signs";
import { coindesk, type FeedItem } from "@/lib/sources/feeds";
import { llamaProtocols } from "@/lib/sources/llama";
import { type Claim, llamaAirdrops } from "@/lib/sources/llama-airdrops";
import type { Tokenless } from "@/lib/sources/llama-tokenless";
import { startUpstream } from "@/sandbox/upstream/server";
import { failed, readingOf } from "../fixtures/readings";
import { at, noStore, reader } from "../fixtures/test-source";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:00:00Z");
const DAY = 86_400_000;
const MONTH = 30.4375 * DAY;
const inDays = (days: number): number => NOW.getTime() + days * DAY;

const protocol = (over: Partial<Tokenless> = {}): Tokenless => ({
  name: "Tidewell",
  category: "Lending",
  chains: ["Base"],
  tvl: 1e8,
  change7d: 15,
  listedAt: NOW.getTime() - 9 * MONTH,
  url: null,
  signs: [],
  ...over,
});
const claim = (over: Partial<Claim> = {}): Claim => ({
  name: "Kite",
  symbol: "KITE",
  page: "https://kite.example/",
  chains: ["base"],
  startsAt: null,
  endsAt: inDays(8),
  ...over,
});
const headlinesOf = (...titles: string[]): FeedItem[] =>
  titles.map((title, i) => ({
    title,
    url: `https://news.example/${i}`,
    publishedAt: new Date(NOW.getTime() - i * 60_000).toISOString(),
  }));
const inputs = (tokenless: Tokenless[], claims: Claim[] = [], items: FeedItem[] = []): AirdropInputs => ({
  protocols: readingOf(llamaProtocols, tokenless, NOW, NOW),
  claims: readingOf(llamaAirdrops, claims, NOW, NOW),
  feeds: [readingOf(coindesk, { items }, NOW, NOW)],
  positioning: {},
});
const compose = (given: AirdropInputs, over: object = {}, insider: InsiderOf = noInsider) => {
  const composed = composeAirdrop(given, { limit: 10, includeInsider: true, ...over }, insider, NOW);
  expect(airdropDocumentation.output.safeParse(composed.answer).error).toBeUndefined();
  return composed;
};
const first = (...tokenless: Tokenless[]) => compose(inputs(tokenless)).answer.candidates[0];

describe("a protocol without a token", () => {
  it("scores by what speaks for a token, then size, growth and age; the parts add up", () => {
    const one = first(protocol({ signs: ["points", "foundation"] }));
    expect(one?.score).toBe(69); // 49 + 10 + 5 + 5
    expect(one?.why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(69, 6);
    expect(one?.onchain.distribution).toEqual(["points", "foundation"]);
    expect(one?.evidence[0]).toBe("Its entry at DefiLlama speaks of a points programme, a foundation.");
  });

  it.each([
    ["nothing but size", {}, 20],
    ["a billion, growing, in age", { tvl: 1e9, change7d: 30 }, 30],
    ["shrinking is not less than standing still", { change7d: -50 }, 15],
    ["too young", { listedAt: NOW.getTime() - 2.9 * MONTH }, 15],
    ["three months", { listedAt: NOW.getTime() - 3 * MONTH }, 20],
    ["too old", { listedAt: NOW.getTime() - 24.1 * MONTH }, 15],
    ["an announcement", { signs: ["announced" as const] }, 83],
    ["a contract", { signs: ["token-contract" as const] }, 62],
    ["growth and age unknown: the others share their weights", { change7d: null, listedAt: null }, 11.8],
  ])("%s", (_, over, score) => {
    expect(first(protocol(over))?.score).toBe(score);
  });

  it("with the weakest sign comes before the largest without any, whatever else is known", () => {
    const unknown = { change7d: fc.constantFrom(null, 0), listedAt: fc.constantFrom(null, 1) };
    fc.assert(
      fc.property(fc.record(unknown), fc.record(unknown), (small, large) => {
        const weak = protocol({ ...small, name: "Weak", tvl: 5e6, signs: ["foundation"] });
        const huge = protocol({
          ...large,
          change7d: large.change7d === null ? null : 30,
          name: "Huge",
          tvl: 1e11,
        });
        const [best] = compose(inputs([huge, weak])).answer.candidates;
        expect(best?.name).toBe("Weak");
      }),
      runs(0.3),
    );
  });

  it.each([
    ["Tidewell to launch its own token in November", ["announced"]],
    ["Tidewell airdrop: snapshot is taken", ["announced", "snapshot"]],
    ["Users earn points on Tidewell", ["points"]],
    ["Tidewell Foundation forms in Zug", ["foundation"]],
    ["Tidewell denies airdrop rumours", []],
    ["Fake Tidewell airdrop drains wallets", []],
    ["Tidewell grows to $100M", []],
    ["Harborlight airdrop opens", []], // another's
  ])("is told of by headlines that name it: %s", (title, distribution) => {
    const [one] = compose(inputs([protocol()], [], headlinesOf(title))).answer.candidates;
    expect(one?.onchain.distribution).toEqual(distribution);
    expect(one?.evidence.join(" ")).not.toContain(title);
  });

  it("comes into the age while one reading of it serves, and moves up", () => {
    const young = protocol({ name: "Young", listedAt: NOW.getTime() - 3 * MONTH + 60_000 });
    const given = inputs([young, protocol({ name: "Smaller", tvl: 9e7 })]);
    const orderAt = (minutes: number) =>
      composeAirdrop(
        given,
        { limit: 10, includeInsider: true },
        noInsider,
        new Date(NOW.getTime() + minutes * 60_000),
      ).answer.candidates.map(({ name, score, evidence }) => [name, score, evidence.at(-1)]);
    const smaller = ["Smaller", 19.8, "Listed 9 months ago."];
    expect(orderAt(0)).toEqual([smaller, ["Young", 15, "Listed 2 months ago."]]);
    expect(orderAt(1)).toEqual([["Young", 20, "Listed 3 months ago."], smaller]);
    expect(orderAt(0)).toEqual([smaller, ["Young", 15, "Listed 2 months ago."]]);
  });

  it("is a rumour, never actionable, and says that nothing is confirmed", () => {
    const one = first(protocol({ tvl: 1e9, change7d: 30, signs: ["announced"] }));
    expect(one).toMatchObject({ status: "rumour", actionable: false, score: 93 });
    expect(one?.evidence[1]).toMatch(/^Tokenless protocol: \$1\.00B locked/);
    expect(one?.riskFlags.map(({ id }) => id)).toEqual(["unconfirmed"]);
  });

  it("that doubled in a week is flagged", () => {
    expect(first(protocol({ change7d: 101 }))?.riskFlags.map(({ id }) => id)).toEqual([
      "unconfirmed",
      "tvl_jump",
    ]);
  });
});

describe("a claim", () => {
  const candidatesOf = (...claims: Claim[]) => compose(inputs([protocol()], claims)).answer.candidates;

  it("comes first while it is open, is scored and actionable, the soonest to end first", () => {
    const list = candidatesOf(claim({ name: "B", endsAt: inDays(9) }), claim({ name: "A" }));
    expect(list.map(({ name, score, actionable }) => [name, score, actionable])).toEqual([
      ["A", 100, true],
      ["B", 100, true],
      ["Tidewell", 20, false],
    ]);
    expect(list[0]).toMatchObject({ status: "live", eventTime: new Date(inDays(8)).toISOString() });
    expect(list[0]?.onchain.distribution).toEqual(["claim-open"]);
  });

  it("without a page is a danger, and never actionable; one that is ahead comes after what is open", () => {
    const ahead = claim({ name: "Ahead", startsAt: inDays(2) });
    const list = candidatesOf(claim({ name: "Nowhere", page: null, symbol: null }), ahead, claim());
    expect(list.map(({ name, score, actionable }) => [name, score, actionable])).toEqual([
      ["Kite", 100, true],
      ["Ahead", 93, true],
      ["Nowhere", 70, false],
      ["Tidewell", 20, false],
    ]);
    expect(list[2]?.riskFlags.map(({ id, level }) => [id, level])).toContainEqual(["no_page", "danger"]);
  });

  it("that has ended is none, to the millisecond; one that names a start ahead is announced", () => {
    expect(candidatesOf(claim({ endsAt: NOW.getTime() }))).toHaveLength(1);
    expect(candidatesOf(claim({ endsAt: NOW.getTime() + 1 }))).toHaveLength(2);
    expect(candidatesOf(claim({ startsAt: inDays(2) }))[0]).toMatchObject({
      status: "announced",
      eventTime: new Date(inDays(2)).toISOString(),
    });
  });

  it("whose dates no calendar has is left out", () => {
    expect(candidatesOf(claim({ endsAt: 8.7e15 }))).toHaveLength(1);
  });
});

describe("the airdrop desk", () => {
  it("selects by chain, whatever its capitals; an unknown one is refused, free, naming those that would match", () => {
    const given = inputs(
      [protocol(), protocol({ name: "Elsewhere", chains: ["Solana"] })],
      [claim({ chains: [] })],
    );
    expect(compose(given, { chain: "BASE" }).answer.candidates.map(({ name }) => name)).toEqual(["Tidewell"]);
    expect(compose(given, { chain: "atlantis" }).nothing).toMatchObject({
      status: 404,
      message: expect.stringMatching(/DefiLlama's names.*What would match: .*Solana/),
      options: { details: { field: "chain" } },
    });
  });

  it("without the protocols nothing is sold; without the claims there is enough", () => {
    const lost = compose({ ...inputs([]), protocols: failed(llamaProtocols) });
    expect([lost.answer.coverage, lost.missing]).toEqual([0.4, ["protocols"]]);
    expect(compose({ ...inputs([]), claims: failed(llamaAirdrops) }).answer.coverage).toBe(0.75);
  });

  it("creator signals join when asked for", () => {
    const insider: InsiderOf = () => ({ signals: [], kol: [{ creator: "A", line: "b" }] });
    const kol = (includeInsider: boolean) =>
      compose(inputs([protocol()]), { includeInsider }, insider).answer.candidates[0]?.kol.length;
    expect([kol(true), kol(false)]).toEqual([1, 0]);
  });

  it("of claims that score the same, the one with creator signals comes first", () => {
    const insider: InsiderOf = ({ name }) =>
      name === "Later"
        ? {
            signals: [{ signalId: "sig_1", line: "t", stance: "long", publishedAt: NOW.toISOString() }],
            kol: [],
          }
        : { signals: [], kol: [] };
    const given = inputs([], [claim(), claim({ name: "Later", endsAt: inDays(20) })]);
    const order = (includeInsider: boolean) =>
      compose(given, { includeInsider }, insider).answer.candidates.map(({ name, restsOn }) => [
        name,
        restsOn,
      ]);
    expect(order(true)).toEqual([
      ["Later", "insider"],
      ["Kite", "onchain"],
    ]);
    expect(order(false)).toEqual([
      ["Kite", "onchain"],
      ["Later", "onchain"],
    ]);
  });

  it("order does not depend on the input's; every answer is of its schema", () => {
    const some = fc.record({
      name: fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
      category: fc.option(fc.string()),
      chains: fc.array(fc.string(), { maxLength: 8 }),
      tvl: fc.double({ min: 5e6, max: 1e12, noNaN: true }),
      change7d: fc.option(fc.double({ min: -100, max: 1e6, noNaN: true })),
      listedAt: fc.option(fc.double({ min: 1, max: 1e17, noNaN: true })),
      url: fc.constant(null),
      signs: fc.subarray([...DISTRIBUTION_SIGNS]),
    });
    fc.assert(
      fc.property(fc.uniqueArray(some, { maxLength: 20, selector: ({ name }) => name }), (list) => {
        const scores = (of: Tokenless[]) =>
          compose(inputs(of)).answer.candidates.map(({ name, score }) => [name, score]);
        expect(scores([...list].reverse())).toEqual(scores(list));
      }),
      runs(0.6),
    );
  });

  it("and the TVL desk ask for the protocol list once between them", async () => {
    const upstream = await startUpstream({ port: 0, seed: 7, protocolRows: 300, now: () => NOW.getTime() });
    try {
      const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000, breakerMs: 0 });
      const [{ protocols }] = await Promise.all([gatherAirdrop(read, at(NOW)), gatherTvl(read, at(NOW))]);
      await gatherTvl(read, at(NOW));
      expect(protocols.value?.length).toBeGreaterThan(0);
      expect(upstream.requests().filter(({ path }) => path === "/protocols")).toHaveLength(1);
    } finally {
      await upstream.close();
    }
  });
});
