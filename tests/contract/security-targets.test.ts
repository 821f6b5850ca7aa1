import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { judgeAllowlist } from "@/lib/security/gate/allowlist";
import { judgeRedirect } from "@/lib/security/gate/judge-redirect";
import { judgeTarget, type ScanTarget } from "@/lib/security/gate/judge-target";
import { isPublicAddress } from "@/lib/security/gate/public-address";

const FILE = new URL("../../../shared/cases/ssrf-targets.json", import.meta.url);
const present = existsSync(FILE);
const note = present ? "" : " (absent: ../shared/cases)";

const GATE = { own: { publicOrigin: "https://desk.example.net", aliases: [] }, selfAudit: false };

const schema = z.object({
  targets: z.array(
    z.object({
      input: z.string(),
      expected: z.enum(["allowed", "blocked"]),
      reason: z.string(),
      requiresDns: z.boolean().optional(),
    }),
  ),
  dnsCases: z.array(
    z.object({
      host: z.string(),
      A: z.array(z.string()),
      AAAA: z.array(z.string()),
      expected: z.enum(["allowed", "blocked"]),
    }),
  ),
  redirectCases: z.array(z.object({ from: z.string(), location: z.string(), expected: z.string() })),
  allowlistCases: z.array(z.object({ pattern: z.string(), target: z.string(), expected: z.string() })),
});

const cases = present
  ? schema.parse(JSON.parse(readFileSync(FILE, "utf8")))
  : { targets: [], dnsCases: [], redirectCases: [], allowlistCases: [] };

function admitted(raw: string): ScanTarget | null {
  const verdict = judgeTarget(raw, GATE);
  return verdict.ok ? verdict.target : null;
}

const inputs = (expected: "allowed" | "blocked"): string[] =>
  cases.targets
    .filter((row) => row.expected === expected && row.requiresDns !== true)
    .map(({ input }) => input);

describe.skipIf(!present)(`the corpus of targets${note}`, () => {
  it("has no blocked target that passes", () => {
    expect(inputs("blocked").length).toBeGreaterThan(700);
    expect(inputs("blocked").filter((input) => admitted(input) !== null)).toEqual([]);
  });

  it("has no allowed target that is refused", () => {
    expect(inputs("allowed").length).toBeGreaterThanOrEqual(30);
    expect(inputs("allowed").filter((input) => admitted(input) === null)).toEqual([]);
  });

  it("leaves to the resolver only what is a public name", () => {
    const left = cases.targets.filter((row) => row.requiresDns).map(({ input }) => admitted(input)?.host);
    expect(left).toEqual(["mail.ebc.apple.com", "bit.ly", "bugbounty.dod.network"]);
  });

  it("tells private addresses, internationalised names and preview hosts as forbidden", () => {
    const kinds: Record<string, readonly string[]> = {
      "ip-literal": ["ip_literal"],
      punycode: ["punycode", "ip_literal", "target_malformed"],
      "preview-host": ["preview_host"],
      metadata: ["metadata_host"],
    };
    const wrong = cases.targets.filter(({ input, reason, expected }) => {
      const wanted = kinds[reason];
      if (wanted === undefined || expected !== "blocked") return false;
      const verdict = judgeTarget(input, GATE);
      return verdict.ok || !verdict.problems.some(({ code }) => wanted.includes(code));
    });
    expect(wrong).toEqual([]);
  });
});

describe.skipIf(!present)(`the corpus of DNS answers${note}`, () => {
  it("is judged by every address", () => {
    const wrong = cases.dnsCases.filter(({ A, AAAA, expected }) => {
      const addresses = [...A, ...AAAA];
      const allowed = addresses.length > 0 && addresses.every(isPublicAddress);
      return allowed !== (expected === "allowed");
    });
    expect(wrong).toEqual([]);
  });
});

describe.skipIf(!present)(`the corpus of redirects${note}`, () => {
  it.each(cases.redirectCases)("$from → $location: $expected", ({ from, location, expected }) => {
    const target = admitted(from);
    expect(target).not.toBeNull();
    if (target === null) return;
    const verdict = judgeRedirect(location, new URL(from), target, GATE);
    expect(verdict.kind).toBe(expected === "blocked" ? "forbidden" : "elsewhere");
  });
});

describe.skipIf(!present)(`the corpus of allowlists${note}`, () => {
  it.each(cases.allowlistCases)("$pattern for $target: $expected", ({ pattern, target, expected }) => {
    const scanned = admitted(target);
    const verdict = scanned && judgeAllowlist([pattern], scanned);
    expect(verdict?.problems.length === 0).toBe(expected.startsWith("allowed"));
    if (expected.startsWith("rejected pattern"))
      expect(verdict?.problems[0]?.code).toMatch(/^pattern_(malformed|public_suffix)$/);
  });
});
