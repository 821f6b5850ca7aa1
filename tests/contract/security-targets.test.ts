import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ApiError } from "@/lib/http/api-error";
import { admitTarget } from "@/lib/security/admit-target";
import { judgeAllowlist } from "@/lib/security/gate/allowlist";
import { judgeRedirect, type RedirectVerdict } from "@/lib/security/gate/judge-redirect";
import { judgeTarget, type ScanTarget } from "@/lib/security/gate/judge-target";
import { isPublicAddress } from "@/lib/security/gate/public-address";
import { PUBLIC_SUFFIXES } from "@/lib/security/gate/public-suffix";

const GATE = {
  own: { publicOrigin: "https://desk.example.net", aliases: [] },
  selfAudit: false,
  suffixes: PUBLIC_SUFFIXES,
};

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

/** What a corpus holds: a case that is gone proves nothing any more. */
const CORPORA = [
  {
    name: "targets of the project's own",
    file: new URL("../fixtures/cases/scan-targets.json", import.meta.url),
    count: { blocked: 37, allowed: 7, reasoned: 15, dns: 10, redirects: 7, allowlists: 7 },
    leftToResolver: ["points-home.example.com", "points-nowhere.example.com"],
  },
  {
    name: "targets that other gates were tried with (needs ../shared/cases)",
    file: new URL("../../../shared/cases/ssrf-targets.json", import.meta.url),
    count: { blocked: 716, allowed: 30, reasoned: 232, dns: 24, redirects: 9, allowlists: 9 },
    leftToResolver: ["mail.ebc.apple.com", "bit.ly", "bugbounty.dod.network"],
  },
] as const;

/** Our codes that say the same as a corpus' reason. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  "ip-literal": ["ip_literal"],
  punycode: ["punycode", "ip_literal", "target_malformed"],
  "preview-host": ["preview_host"],
  metadata: ["metadata_host"],
};

/** A redirect in the corpora's words. */
function kindOfRedirect(verdict: RedirectVerdict, from: ScanTarget): string {
  if (verdict.kind !== "elsewhere") return verdict.kind === "forbidden" ? "blocked" : "follow";
  const { protocol, host } = new URL(verdict.origin);
  if (protocol === "http:" && host === from.host) return "stop: scheme downgrade";
  const other = admitted(verdict.origin);
  // What an allowlist for the one site can name may be scanned by a call of its own.
  return other?.registrableDomain === from.registrableDomain
    ? "follow-if-allowlisted"
    : "stop: outside allowlist";
}

/** The status that the caller of a scan gets for a target; 200 where it is admitted. */
function statusOf(raw: string): number {
  try {
    admitTarget(raw, GATE);
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

/** Kinds that the platform never scans, whoever allows it; the others are written wrongly. */
const FORBIDDEN = [...Object.keys(KINDS), "special-use", "wildcard-dns"];

function admitted(raw: string): ScanTarget | null {
  const verdict = judgeTarget(raw, GATE);
  return verdict.ok ? verdict.target : null;
}

describe.each(CORPORA)("$name", ({ file, count, leftToResolver }) => {
  const present = existsSync(file);
  const cases = present
    ? schema.parse(JSON.parse(readFileSync(file, "utf8")))
    : { targets: [], dnsCases: [], redirectCases: [], allowlistCases: [] };
  const inputs = (expected: "allowed" | "blocked"): string[] =>
    cases.targets
      .filter((row) => row.expected === expected && row.requiresDns !== true)
      .map(({ input }) => input);

  describe.skipIf(!present)("as a caller writes them", () => {
    it(`are refused, all ${count.blocked} that are to be`, () => {
      expect(inputs("blocked")).toHaveLength(count.blocked);
      expect(inputs("blocked").filter((input) => admitted(input) !== null)).toEqual([]);
    });

    it(`are admitted, all ${count.allowed} that are to be`, () => {
      expect(inputs("allowed")).toHaveLength(count.allowed);
      expect(inputs("allowed").filter((input) => admitted(input) === null)).toEqual([]);
    });

    it(`are left to the resolver, ${leftToResolver.length} public names, and no other`, () => {
      const left = cases.targets.filter((row) => row.requiresDns).map(({ input }) => admitted(input)?.host);
      expect(left).toEqual(leftToResolver);
    });

    it(`are refused for what they are: ${count.reasoned} addresses, internationalised names, previews and metadata`, () => {
      const reasoned = cases.targets.filter(
        ({ reason, expected }) => KINDS[reason] !== undefined && expected === "blocked",
      );
      const wrong = reasoned.filter(({ input, reason }) => {
        const verdict = judgeTarget(input, GATE);
        return verdict.ok || !verdict.problems.some(({ code }) => KINDS[reason]?.includes(code));
      });
      expect(wrong).toEqual([]);
      expect(reasoned).toHaveLength(count.reasoned);
    });
  });

  describe.skipIf(!present)("in a scan's status", () => {
    it.each(FORBIDDEN)("are forbidden where they are of the kind %s: 403, and no mere 400", (kind) => {
      const rows = cases.targets.filter((row) => row.reason === kind && row.expected === "blocked");
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ input }) => statusOf(input) !== 403)).toEqual([]);
    });

    it("are admitted with 200, all that are to be", () => {
      expect(inputs("allowed").filter((input) => statusOf(input) !== 200)).toEqual([]);
    });
  });

  describe.skipIf(!present)("as a resolver answers", () => {
    it(`are judged by every address, in each of ${count.dns} answers`, () => {
      const wrong = cases.dnsCases.filter(({ A, AAAA, expected }) => {
        const addresses = [...A, ...AAAA];
        const allowed = addresses.length > 0 && addresses.every(isPublicAddress);
        return allowed !== (expected === "allowed");
      });
      expect(wrong).toEqual([]);
      expect(cases.dnsCases).toHaveLength(count.dns);
    });
  });

  describe.skipIf(!present)("as a site redirects", () => {
    it(`are ${count.redirects} cases`, () => {
      expect(cases.redirectCases).toHaveLength(count.redirects);
    });

    it.each(cases.redirectCases)("$from → $location: $expected", ({ from, location, expected }) => {
      const target = admitted(from);
      expect(target).not.toBeNull();
      if (target === null) return;
      const verdict = judgeRedirect(location, new URL(from), target, GATE);
      expect(kindOfRedirect(verdict, target)).toBe(/^[\w-]+(: [\w ]+)?/.exec(expected)?.[0]);
    });
  });

  describe.skipIf(!present)("as an allowlist names them", () => {
    it(`are ${count.allowlists} cases`, () => {
      expect(cases.allowlistCases).toHaveLength(count.allowlists);
    });

    it.each(cases.allowlistCases)("$pattern for $target: $expected", ({ pattern, target, expected }) => {
      const scanned = admitted(target);
      const verdict = scanned && judgeAllowlist([pattern], scanned);
      expect(verdict?.problems.length === 0).toBe(expected.startsWith("allowed"));
      if (expected.startsWith("rejected pattern"))
        expect(verdict?.problems[0]?.code).toMatch(/^pattern_(malformed|public_suffix)$/);
    });
  });
});

const SUFFIXES = new URL("../../../shared/cases/preview-suffixes.json", import.meta.url);
const hasSuffixes = existsSync(SUFFIXES);

describe.skipIf(!hasSuffixes)("hosts of previews (needs ../shared/cases)", () => {
  const { suffixes } = z
    .object({ suffixes: z.array(z.object({ suffix: z.string() })) })
    .parse(hasSuffixes ? JSON.parse(readFileSync(SUFFIXES, "utf8")) : { suffixes: [] });

  it("are of 74 suffixes", () => {
    expect(suffixes).toHaveLength(74);
  });

  it.each(suffixes)("$suffix is forbidden, bare and with labels before it", ({ suffix }) => {
    for (const host of [suffix, `app.${suffix}`, `app-git-main.team.${suffix}`, `APP.${suffix}.`])
      expect([host, statusOf(`https://${host}/`)]).toEqual([host, 403]);
  });
});
