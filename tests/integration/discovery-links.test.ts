import { beforeAll, describe, expect, it } from "vitest";
import { catalog } from "@/lib/catalog";
import { DOCUMENTS } from "@/lib/discovery/documents";
import { crawl, type Visit } from "../support/crawl";
import { world } from "../support/world";

const { origin } = world();
const STARTS = [
  "/",
  "/llms.txt",
  ...DOCUMENTS.map(({ path }) => path).filter((path) => /well-known/.test(path)),
];

let visits: Visit[];
beforeAll(async () => {
  visits = await crawl(origin, STARTS);
}, 120_000);

describe("a crawl from the first page, /llms.txt and /.well-known/", () => {
  it("is led to nothing that is not there", () => {
    expect(visits.length).toBeGreaterThan(STARTS.length);
    const dead = visits.filter(({ status }) => status === 404 || status === 410 || status >= 500);
    expect(dead).toEqual([]);
  });

  it("finds every document and every public route, and no operator's", () => {
    const paths = new Set(visits.map(({ path }) => path));
    for (const { path } of DOCUMENTS) expect(paths).toContain(path);
    for (const { path, audience } of catalog)
      if (audience === "public") expect(paths).toContain(path);
      else expect(paths).not.toContain(path);
  });

  it("gets a price from every paid route", () => {
    const byPath = new Map(visits.map((visit) => [visit.path, visit]));
    for (const { path, tier } of catalog)
      if (tier !== "free") expect(byPath.get(path)).toMatchObject({ method: "POST", status: 402 });
  });
});
