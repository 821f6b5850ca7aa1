import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matching } from "@/components/home/price-filter";
import { priceGroups, type Priced } from "@/components/home/price-list";
import { ageInWords } from "@/components/answer/age";
import { trustSlipOf } from "@/components/home/trust-slip";
import type { Tier } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { published } from "@/lib/catalog/published";

const priced = (path: string, desk: string, tier: Tier): Priced => ({
  path,
  desk,
  tier,
  label: path.slice(1),
  method: "POST",
  summary: path,
  tool: null,
});

describe("the price table", () => {
  it("stands under the questions that desks answer, the cheapest first, and names what answers none", () => {
    const groups = priceGroups([
      priced("/a", "verdict", "free"),
      priced("/b", "desk-brief", "bundle"),
      priced("/c", "a new desk", "raw"),
      priced("/d", "verdict", "signal"),
      priced("/e", "tvl", "raw"),
    ]);
    expect(
      groups.map(({ question, rows }) => [question, rows.map(({ path, price }) => [path, price])]),
    ).toEqual([
      ["What is the market doing?", [["/e", "$0.02"]]],
      [
        "What does the desk make of it?",
        [
          ["/a", "Free"],
          ["/d", "$0.10"],
          ["/b", "$0.25"],
        ],
      ],
      ["And besides", [["/c", "$0.02"]]],
    ]);
  });

  it("shows each route exactly once, whatever the catalog holds", () => {
    const routes = fc.array(
      fc.tuple(
        fc.constantFrom<Tier>("free", "raw", "signal", "bundle"),
        fc.constantFrom("tvl", "verdict", "lounge", "agents", "unheard of"),
      ),
    );
    fc.assert(
      fc.property(routes, (each) => {
        const entries = each.map(([tier, desk], index) => priced(`/${index}`, desk, tier));
        const shown = priceGroups(entries).flatMap(({ rows }) => rows.map(({ path }) => path));
        expect(new Set(shown)).toEqual(new Set(entries.map(({ path }) => path)));
        expect(shown).toHaveLength(entries.length);
      }),
    );
  });

  it("has a question for every desk of the catalog", () => {
    const questions = priceGroups(published.filter(({ audience }) => audience === "public"));
    expect(questions.map(({ question }) => question)).not.toContain("And besides");
  });

  it("finds a route by words of its question, summary, path or tool, and by its price", () => {
    const groups = priceGroups(published.filter(({ audience }) => audience === "public"));
    const found = (text: string, price = "") =>
      matching(groups, text, price).flatMap(({ rows }) => rows.map(({ path }) => path));
    expect(found("value LOCKED")).toEqual(["/api/svc-intel-tvl"]);
    expect(found("intel_wallet")).toEqual(["/api/svc-intel-wallet"]);
    expect(found("yield last")).toContain("/api/svc-intel-meteora");
    expect(found("yield last", "$0.25")).toEqual([]);
    expect(found("", "$0.25")).toEqual(["/api/svc-intel-desk-brief", "/api/svc-intel-a2a-pipeline"]);
    expect(found("(.*")).toEqual([]);
  });
});

describe("what a sample answer says about itself", () => {
  const template = published[0];
  const withOutput = (path: string, output: unknown): PublishedRoute => ({
    ...template,
    path,
    sample: { input: {}, output },
  });

  it("is taken from the first sample that says it, unchanged", () => {
    const provenance = [{ id: "a", status: "timeout", asOf: null, ageSec: null }];
    const slip = trustSlipOf([
      withOutput("/silent", { ok: true }),
      withOutput("/says", { coverage: 0.7, stale: true, provenance }),
      withOutput("/later", { coverage: 1, stale: false, provenance }),
    ]);
    expect(slip).toEqual({
      path: "/says",
      coverage: 0.7,
      stale: true,
      provenance: [{ id: "a", status: "timeout", ageSec: null }],
    });
  });

  it("is left out when no sample says it", () => {
    expect(trustSlipOf([withOutput("/silent", null)])).toBeNull();
  });

  it("is in the catalog's own samples", () => {
    expect(trustSlipOf(published)).not.toBeNull();
  });

  it.each([
    [0, "0 s"],
    [59, "59 s"],
    [60, "1 min"],
    [412, "6 min 52 s"],
    [3_600, "1 h"],
    [90_061, "1 d 1 h"],
  ])("puts %i seconds as %s", (seconds, words) => {
    expect(ageInWords(seconds)).toBe(words);
  });
});
