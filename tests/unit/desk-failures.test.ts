import { describe, expect, it } from "vitest";
import { catalog } from "@/lib/catalog";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import { published } from "@/lib/catalog/published";
import { marketEntry } from "@/lib/desks/market/entry";
import { trenchesResearchEntry } from "@/lib/desks/trenches-research/entry";
import { DESKS, isBundle } from "../support/desk-cases";
import { askWhile, type DeskCase, DOWN, placesOf } from "../support/desk-matrix";

/** Of the matrix of failures (tests/full tries every place alone), what happens most: a provider is down. */
/** The bundles read so much at once that it takes its time, and has it in the whole matrix. */
const single = DESKS.filter((desk) => !isBundle(desk));

/** It answers by the methods of two desks, of which its sample shows one. */
const BY_TWO_METHODS = trenchesResearchEntry.label;
const sampleOf = ({ label }: DeskCase): unknown =>
  published.find((route) => route.label === label)?.sample.output;

describe("the matrix of failures", () => {
  it("has every route that promises parts and refuses when too few are there", () => {
    const promising = catalog.filter(({ coverage }) => Object.keys(coverage).length > 0);
    const labels = promising.map(({ label }) => label).filter((label) => label !== marketEntry.label); // never refuses
    expect(DESKS.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
    expect(labels.length).toBeGreaterThan(15);
  });
});

describe("a list that is not answered in time", () => {
  it.each(["trenches-screen", "momentum"])("leaves %s the time to ask for details", async (name) => {
    const desk = DESKS.find((one) => one.name === name);
    if (desk === undefined) throw new Error(`no case ${name}`);
    const place = "api.jup.ag/tokens/v2/recent";
    const [slow, down] = [
      await askWhile({ ...desk, patienceMs: 6_000 }, { [place]: { kind: "slow", ms: 60_000 } }),
      await askWhile(desk, { [place]: DOWN }),
    ];
    expect(slow).toMatchObject({ sold: true, coverage: down.coverage });
    expect(slow.provenance).toContainEqual(
      expect.objectContaining({ id: "jupiter.recent", status: "timeout" }),
    );
  });
});

describe("while any one of its providers is down, a desk says so, or refuses", () => {
  it.each(single.map((desk) => [desk.name, desk] as const))(
    "%s",
    async (_, desk) => {
      const hosts = new Set((await placesOf(desk)).map((place) => place.slice(0, place.indexOf("/"))));
      expect(hosts.size).toBeGreaterThan(0);
      for (const host of hosts) {
        const { sold, coverage, statuses, answer } = await askWhile(desk, { [`${host}/*`]: DOWN });
        expect(coverage >= MIN_COVERAGE, host).toBe(sold);
        expect(statuses, host).toContain("network");
        if (answer !== null && desk.label !== BY_TWO_METHODS)
          expect(sampleOf(desk)).toMatchObject({ method: answer.method });
      }
    },
    120_000,
  ); // a dozen times everything that the desk reads
});
