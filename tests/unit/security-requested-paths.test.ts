import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { durationInWords } from "@/components/security/duration-in-words";
import { REQUESTED_PATHS } from "@/lib/security/audit/requested-paths";
import { scannerAgent } from "@/lib/security/scan-fetch/egress";
import type * as readinessModule from "@/lib/security/readiness/handler";
import { scanWith } from "../support/scan-at";
import { type ScanWorld, startScanWorld } from "../support/scan-world";

describe("the scanner's page", () => {
  it("is where its User-Agent leads", () => {
    expect(scannerAgent("svc", "https://desk.example.net")).toContain("+https://desk.example.net/scanner)");
  });
});

describe("what the scanner's page says of it", () => {
  let world: ScanWorld;
  let scan: Awaited<ReturnType<typeof scanWith>>;
  let auditReadiness: typeof readinessModule.auditReadiness;
  beforeAll(async () => {
    world = await startScanWorld();
    scan = await scanWith();
    ({ auditReadiness } = await import("@/lib/security/readiness/handler"));
  });
  afterAll(() => world.close());

  it("lists every path that sites get, and none that they don't, but for the two made up at random", async () => {
    const sites = ["plain-fixture.com", "hardened-fixture.com", "single-page-app-fixture.com"];
    const asked = new Set<string>();
    for (const host of sites) {
      world.sites.asked.length = 0;
      await scan("President", host);
      const random = world.sites.asked.filter(({ address }) =>
        /^\/(?:\.[0-9a-f]{12}|[0-9a-f]{12}\/HEAD)$/.test(new URL(address).pathname),
      );
      expect(random).toHaveLength(2);
      await auditReadiness(
        { target: `https://${host}`, allowlist: [host], authorized: true },
        {
          now: new Date(),
          signal: new AbortController().signal,
          headers: new Headers(),
          payment: { key: "payment", payer: "payer" },
        },
      );
      for (const one of world.sites.asked)
        if (!random.includes(one)) asked.add(`${one.method} ${new URL(one.address).pathname}`);
    }
    const listed = REQUESTED_PATHS.flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`));
    expect([...asked].sort()).toEqual([...new Set(listed)].sort());
  });

  it.each([
    [600_000, "10 minutes"],
    [60_000, "1 minute"],
    [3_600_000, "1 hour"],
    [90_000, "90 seconds"],
    [1_500, "1.5 seconds"],
    [0, "0 seconds"],
  ])("tells %i ms as %s", (ms, words) => {
    expect(durationInWords(ms)).toBe(words);
  });
});
