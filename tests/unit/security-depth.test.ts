import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Surface } from "@/lib/security/audit/survey-surface";
import { DEPTHS, type Depth } from "@/lib/security/audit/vocabulary";
import { deskModules, reaches, reportAt } from "@/lib/security/depth";
import { gradeHeaders } from "@/lib/security/grade/grade";
import type { Readiness } from "@/lib/security/readiness/readiness";
import { REQUEST_BUDGET } from "@/lib/security/scan-fetch";
import { securityScanDocumentation } from "@/lib/security/scan/documentation";
import { SITES } from "@/sandbox/sites/sites";
import { observation } from "../support/observation";
import { scanWith } from "../support/scan-at";
import { type ScanWorld, startScanWorld } from "../support/scan-world";

const NONE = { info: 0, low: 0, medium: 0, high: 0 };
const reported = {
  severity: "high" as const,
  title: "TITLE of the finding",
  detail: "DETAIL of the finding",
  remediation: "REMEDIATION of the finding",
};
const finding = { category: "exposedFiles" as const, ...reported };
const surface: Surface = {
  headers: gradeHeaders(observation({})),
  rows: [
    { id: "env", path: "/PATH", status: "exposed", observed: "OBSERVED at the path", findings: [finding] },
  ],
  findings: [finding],
  closed: false,
};
const readiness: Readiness = {
  score: 5,
  earned: 5,
  judged: 100,
  rows: [
    {
      id: "openapi",
      title: "CHECK title",
      points: 15,
      earned: 5,
      verdict: "fail",
      asked: "ASKED for",
      came: "CAME of it",
      fix: "FIX for it",
      headerLines: null,
      documentation: "https://example.com/",
    },
  ],
};

/** What a reader finds in a report, by the words planted above. */
const TITLES = ["TITLE"];
const EVIDENCE = ["DETAIL", "REMEDIATION", "/PATH", "OBSERVED", "ASKED", "CAME", "FIX", "CHECK"];
const textAt = (depth: Depth): string => JSON.stringify(reportAt(depth, { surface, readiness }));

describe("a report", () => {
  it("at guest depth is grades and counts, and nothing else of what was found", () => {
    expect(reportAt("Guest", { surface, readiness })).toEqual({
      summary: { overallGrade: "F", surfaceGrade: "elevated", surfaceFindings: 1 },
      readiness: null,
      headers: null,
      breakdown: {
        surface: {
          severityCounts: { info: 0, low: 0, medium: 0, high: 1 },
          categoryCounts: {
            transport: NONE,
            cookies: NONE,
            cors: NONE,
            headers: NONE,
            exposedFiles: { info: 0, low: 0, medium: 0, high: 1 },
            disclosure: NONE,
          },
          findings: [],
          probes: { asked: 1, inconclusive: 0 },
          paths: null,
        },
      },
    });
    for (const word of [...TITLES, ...EVIDENCE, "strict-transport-security"])
      expect(textAt("Guest"), word).not.toContain(word);
  });

  it("at Deluxe depth adds readiness' scores, the header checklist and titles, without evidence", () => {
    const report = reportAt("Deluxe", { surface, readiness });
    expect(report.readiness).toEqual({
      score: 5,
      earned: 5,
      judged: 100,
      scores: {
        openapi: { earned: 5, judged: 15 },
        discovery: { earned: 0, judged: 0 },
        mcp: { earned: 0, judged: 0 },
      },
      checks: null,
    });
    expect(report.headers).toEqual(surface.headers.rows.map((row) => ({ ...row, fix: null })));
    expect(report.breakdown.surface.findings).toEqual([
      { severity: "high", title: finding.title, detail: null, remediation: null },
    ]);
    expect(report.breakdown.surface.paths).toBeNull();
    for (const word of EVIDENCE) expect(textAt("Deluxe"), word).not.toContain(word);
  });

  it("at Executive depth adds evidence, remediation and every probed path", () => {
    const report = reportAt("Executive", { surface, readiness });
    expect(report.readiness?.checks).toEqual(readiness.rows);
    for (const { pass, fix } of report.headers ?? []) expect(fix !== null).toBe(pass === false);
    expect(report.breakdown.surface.findings).toEqual([reported]);
    expect(report.breakdown.surface.paths).toEqual([
      { id: "env", path: "/PATH", status: "exposed", observed: "OBSERVED at the path" },
    ]);
    for (const word of [...TITLES, ...EVIDENCE]) expect(textAt("Executive"), word).toContain(word);
  });

  it("at President depth is the Executive's until its modules are made", () => {
    expect(reportAt("President", { surface, readiness })).toEqual(
      reportAt("Executive", { surface, readiness }),
    );
    for (const ceiling of DEPTHS) {
      const live = deskModules(ceiling).filter(({ status }) => status === "live");
      expect(live.map(({ tier }) => tier).every((tier) => reaches(ceiling, tier))).toBe(true);
      expect(deskModules(ceiling).find(({ tier }) => tier === "President")?.status).toBe("soon");
    }
    expect(deskModules("Guest").filter(({ status }) => status === "live")).toHaveLength(1);
    expect(deskModules("President").filter(({ status }) => status === "live")).toHaveLength(5);
  });

  it("has the same grades and counts at every depth", () => {
    const [guest, ...deeper] = DEPTHS.map((depth) => reportAt(depth, { surface, readiness }));
    for (const report of deeper) {
      expect(report.summary).toEqual(guest?.summary);
      expect(report.breakdown.surface.severityCounts).toEqual(guest?.breakdown.surface.severityCounts);
    }
  });
});

describe("a scan", () => {
  let world: ScanWorld;
  let scan: Awaited<ReturnType<typeof scanWith>>;
  beforeAll(async () => {
    world = await startScanWorld();
    scan = await scanWith();
  });
  afterAll(() => world.close());
  beforeEach(() => {
    world.sites.asked.length = 0;
  });

  it.each(DEPTHS)(
    "at %s depth has the form that is documented, of a leaking site and of a hardened one",
    async (depth) => {
      for (const host of ["leaking-fixture.com", "hardened-fixture.com"]) {
        world.sites.asked.length = 0;
        const report = await scan(depth, host);
        expect(securityScanDocumentation.output.parse(report)).toEqual(report);
        expect(report.access).toMatchObject({ tier: depth, liveCeiling: "Guest" });
        expect(report.readiness === null).toBe(depth === "Guest");
        expect(world.sites.asked).toHaveLength(report.requests);
        expect(report.requests).toBeLessThanOrEqual(REQUEST_BUDGET);
        const asked = world.sites.asked.map(({ method, address, headers }) =>
          JSON.stringify([method, address, headers.accept, headers.origin, headers["mcp-method"]]),
        );
        expect(new Set(asked).size, "nothing is asked twice").toBe(asked.length);
        expect(report.breakdown.surface.probes.inconclusive).toBe(0);
        expect(report.readiness?.checks?.filter(({ verdict }) => verdict === "inconclusive") ?? []).toEqual(
          [],
        );
      }
    },
  );

  it("at guest depth asks for nothing that only deeper reports show", async () => {
    await scan("Guest", "hardened-fixture.com");
    const paths = world.sites.asked.map(({ address }) => new URL(address).pathname);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => /llms|mcp|agent|catalog|oauth/.test(path))).toEqual([]);
  });

  it("at the deepest stays within its requests, and says so where they ran out", async () => {
    const hosts = SITES.map(({ host }) => host).filter((host) =>
      /^(long-way|forbidden|login|single-page|soft)/.test(host),
    );
    expect(hosts.length).toBeGreaterThan(4);
    for (const host of hosts) {
      world.sites.asked.length = 0;
      const { requests, notes } = await scan("President", host);
      expect(world.sites.asked).toHaveLength(requests);
      expect(requests).toBeLessThanOrEqual(REQUEST_BUDGET);
      expect(notes.some((note) => note.includes("used up"))).toBe(requests === REQUEST_BUDGET);
    }
  });
});
