import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceGroups, type Priced } from "@/components/home/price-list";
import { ageInWords, trustSlipOf } from "@/components/home/trust-slip";
import type { Tier } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { published } from "@/lib/catalog/published";

const priced = (path: string, tier: Tier): Priced => ({
  path,
  tier,
  method: "POST",
  summary: path,
  tool: null,
});

describe("the price table", () => {
  it("goes from the cheapest tier up and puts what is free last", () => {
    const groups = priceGroups([
      priced("/a", "free"),
      priced("/b", "bundle"),
      priced("/c", "raw"),
      priced("/d", "signal"),
      priced("/e", "raw"),
    ]);
    expect(groups.map(({ name, price, entries }) => [name, price, entries.map(({ path }) => path)])).toEqual([
      ["Raw data", "$0.02", ["/c", "/e"]],
      ["Signals", "$0.10", ["/d"]],
      ["Bundles", "$0.25", ["/b"]],
      ["Free", "Free", ["/a"]],
    ]);
  });

  it("shows each route exactly once, whatever the catalog holds", () => {
    const tiers = fc.array(fc.constantFrom<Tier>("free", "raw", "signal", "bundle"));
    fc.assert(
      fc.property(tiers, (each) => {
        const entries = each.map((tier, index) => priced(`/${index}`, tier));
        const shown = priceGroups(entries).flatMap((group) => group.entries);
        expect(new Set(shown)).toEqual(new Set(entries));
        expect(shown).toHaveLength(entries.length);
      }),
    );
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
