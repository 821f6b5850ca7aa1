import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FEEDS } from "@/lib/desks/headlines";
import type { Headline } from "@/lib/catalog/intel/answers/envelope";
import { similarity, wordsOf } from "@/lib/desks/similar-titles";
import { mergeStories } from "@/lib/desks/stories";
import { composeWire } from "@/lib/desks/wire/compose";
import { wireDocumentation } from "@/lib/desks/wire/documentation";
import { wireEntry } from "@/lib/desks/wire/entry";
import type { WireInputs } from "@/lib/desks/wire/gather";
import { wireDeskWith } from "@/lib/desks/wire/handler";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { failed, readingOf } from "../fixtures/readings";
import { at } from "../fixtures/test-source";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T12:00:00Z");
const HOUR = 3_600_000;
const hoursAgo = (hours: number): string => new Date(NOW.getTime() - hours * HOUR).toISOString();
let links = 0;
const reported = (title: string, source: string, hours: number, over: Partial<Headline> = {}): Headline => ({
  title,
  source,
  url: `https://${source.toLowerCase().replaceAll(" ", "")}.example/${++links}`,
  publishedAt: hoursAgo(hours),
  origin: "live",
  categories: ["crypto"],
  ...over,
});
const LONG = "Exchange Ostrava halts withdrawals after hot wallet drained overnight";

describe("a story", () => {
  it("is listed once, with its earliest publisher's title, and names the others", () => {
    const stories = mergeStories([
      reported(`${LONG}!`, "Late", 1, { categories: ["markets"] }),
      reported(LONG, "First", 5),
      reported(LONG.toUpperCase(), "Second", 3),
      reported("Something else entirely", "First", 2),
    ]);
    expect(stories.map(({ title, source, alsoIn }) => [title, source, alsoIn])).toEqual([
      ["Something else entirely", "First", []],
      [LONG, "First", ["Second", "Late"]],
    ]);
    expect(stories[1]?.categories).toEqual(["crypto", "markets"]);
  });

  it("is found by nearly the same words from two publishers, not from one", () => {
    const near = `${LONG} now`;
    expect(mergeStories([reported(LONG, "A", 2), reported(near, "B", 1)])).toHaveLength(1);
    expect(mergeStories([reported(LONG, "A", 2), reported(near, "A", 1)])).toHaveLength(2);
  });

  it("is another when an amount is another", () => {
    const amount = (usd: string) =>
      `Exchange Ostrava loses ${usd} as hot wallet is drained overnight, firm says`;
    expect(mergeStories([reported(amount("$70M"), "A", 2), reported(amount("$90M"), "B", 1)])).toHaveLength(
      2,
    );
    expect(mergeStories([reported(amount("$70M"), "A", 2), reported(amount("$70M"), "B", 1)])).toHaveLength(
      1,
    );
  });

  it("under a title that comes back after two days is another", () => {
    const weekly = "Minutes of the Federal Open Market Committee";
    expect(mergeStories([reported(weekly, "Fed", 49), reported(weekly, "Fed", 0)])).toHaveLength(2);
    expect(mergeStories([reported(weekly, "Fed", 47), reported(weekly, "Fed", 0)])).toHaveLength(1);
  });

  it("at one address is one, whatever it is called and however the link is tagged", () => {
    const url = "https://www.a.example/x/";
    const stories = mergeStories([
      reported("One title", "A", 3, { url }),
      reported("Quite another", "A", 2, { url: "https://a.example/x?ref=rss#top" }),
    ]);
    expect(stories).toHaveLength(1);
    expect(stories[0]?.alsoIn).toEqual([]);
  });

  it("joins two that were apart, when a third has the address of one and the title of the other", () => {
    const one = reported(LONG, "A", 5);
    const two = reported("Another view of it", "B", 4);
    expect(mergeStories([one, two])).toHaveLength(2);
    const stories = mergeStories([one, two, reported(LONG, "C", 3, { url: two.url })]);
    expect(stories.map(({ source, alsoIn }) => [source, alsoIn])).toEqual([["A", ["C", "B"]]]);
  });

  it("is never lost and never listed twice at one address, whatever the headlines", () => {
    const some = fc.array(
      fc.record({
        title: fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(LONG, `${LONG} now`)),
        source: fc.constantFrom("A", "B", "C"),
        hours: fc.integer({ min: 0, max: 100 }),
        path: fc.integer({ min: 0, max: 12 }),
      }),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(some, (given) => {
        const headlines = given.map(({ title, source, hours, path }) =>
          reported(title, source, hours, { url: `https://x.example/${path}` }),
        );
        const stories = mergeStories(headlines);
        const addresses = stories.map(({ url }) => url);
        expect(new Set(addresses).size).toBe(addresses.length);
        expect(stories.length).toBeLessThanOrEqual(headlines.length);
        expect(stories.length > 0).toBe(headlines.length > 0);
        for (const { publishedAt } of headlines)
          if (!stories.some((story) => story.publishedAt <= publishedAt)) throw new Error("a story was lost");
        expect(stories.map(({ publishedAt }) => publishedAt)).toEqual(
          stories.map(({ publishedAt }) => publishedAt).toSorted((a, b) => b.localeCompare(a)),
        );
        expect(mergeStories(headlines)).toEqual(stories);
      }),
      runs(2),
    );
  });
});

describe("similarity of titles", () => {
  it("leaves fillers out, keeps amounts whole, and needs four words in common", () => {
    expect([...wordsOf("The Fed's rate is at 4.25%, or $1,200.50 for ETH")]).toEqual([
      "fed",
      "s",
      "rate",
      "4.25%",
      "$1,200.50",
      "eth",
    ]);
    expect(similarity(wordsOf("Bitcoin rallies again"), wordsOf("Bitcoin rallies again"))).toBe(0);
    expect(wordsOf("To be on it").size).toBeGreaterThan(0);
  });
});

function inputsOf(over: Partial<WireInputs["feeds"]> = {}, lounge: WireInputs["lounge"] = null): WireInputs {
  const reading = (name: string, hours: number) => {
    const item = {
      title: `News of ${name} about bitcoin`,
      url: `https://${name}.example/1`,
      publishedAt: hoursAgo(hours),
    };
    return readingOf(FEEDS[name as keyof typeof FEEDS], { items: [item] }, item.publishedAt, NOW); // names of FEEDS
  };
  const feeds = Object.fromEntries(Object.keys(FEEDS).map((name, i) => [name, reading(name, i + 1)]));
  return { feeds: { ...(feeds as WireInputs["feeds"]), ...over }, lounge }; // one for each
}
const compose = (inputs: WireInputs, given: object = {}) =>
  composeWire(inputs, wireEntry.input.parse(given), NOW);

describe("the wire", () => {
  it("covers all while every feed has news, and says that the lounge is no part of it", () => {
    const { answer, missing } = compose(inputsOf());
    expect({ coverage: answer.coverage, missing, matched: answer.matched }).toEqual({
      coverage: 1,
      missing: [],
      matched: 6,
    });
    expect(answer.notes.join(" ")).toContain("Creators' signals are no part of this answer");
    expect(wireDocumentation.output.safeParse(answer).error).toBeUndefined();
  });

  it("counts a paper by its newest headline, and the Fed by its readings", () => {
    const old = (hours: number) => readingOf(FEEDS.coindesk, { items: [] }, hoursAgo(hours), NOW);
    expect(compose(inputsOf({ coindesk: old(30) })).answer).toMatchObject({ coverage: 0.9125, stale: true });
    expect(compose(inputsOf({ coindesk: old(80) })).answer.coverage).toBe(0.825);
    const fed = readingOf(FEEDS.fedPress, { items: [] }, hoursAgo(300), NOW);
    expect(compose(inputsOf({ fedPress: fed })).answer.coverage).toBe(1);
  });

  it("is not sold with three papers of four gone", () => {
    const gone: Partial<WireInputs["feeds"]> = {
      coindesk: failed(FEEDS.coindesk),
      decrypt: failed(FEEDS.decrypt),
    };
    expect(compose(inputsOf(gone)).answer.coverage).toBe(0.65);
    const { answer, missing } = compose(inputsOf({ ...gone, theBlock: failed(FEEDS.theBlock) }));
    expect(answer.coverage).toBe(0.475);
    expect(missing).toEqual(["feed.coindesk", "feed.decrypt", "feed.the-block"]);
  });

  it("filters by topic, and refuses one that nothing is on, free, naming those that would match", () => {
    expect(compose(inputsOf(), { category: "macro" }).answer.headlines.map(({ source }) => source)).toEqual([
      "Federal Reserve",
      "Federal Reserve",
    ]);
    const { nothing } = compose(inputsOf(), { category: "defi" });
    expect(nothing).toMatchObject({ status: 404, options: { details: { field: "category" } } });
    expect(nothing?.message).toMatch(/No headline at the moment is on defi\. What would match: all, .*macro/);
  });

  it("has creators' signals beside publishers' stories, never merged with them, once there is a lounge", () => {
    const signal = reported("News of coindesk about bitcoin", "A creator", 0.5, { origin: "lounge" });
    const { answer } = compose(inputsOf({}, [signal]));
    expect(answer.headlines[0]).toEqual({ ...signal, alsoIn: [] });
    expect(answer.matched).toBe(7);
    expect(answer.notes.join(" ")).not.toContain("lounge");
  });

  it("asks the lounge that it is given", async () => {
    const inputs = inputsOf();
    const read = (() => Promise.resolve(inputs.feeds)) as unknown as ReadSources; // it reads FEEDS and nothing else
    const gathered = await wireDeskWith(() => Promise.resolve([])).gather(
      read,
      at(NOW),
      wireEntry.input.parse({}),
    );
    expect(gathered).toEqual({ feeds: inputs.feeds, lounge: [] });
  });

  it("refuses an unknown category with the list", () => {
    const refused = wireEntry.input.safeParse({ category: "sports" });
    expect(refused.error?.issues[0]?.message).toBe(
      "must be one of all, crypto, defi, macro, regulation, markets",
    );
  });
});
