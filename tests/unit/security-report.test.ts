import { generateKeyPairSync, sign } from "node:crypto";
import canonicalize from "canonicalize";
import { describe, expect, it } from "vitest";
import { securityHeadersDocumentation } from "@/lib/security/headers/documentation";
import { securityReadinessDocumentation } from "@/lib/security/readiness/documentation";
import { compareReports } from "@/lib/security/report/compare-reports";
import {
  addToHistory,
  clearHistory,
  historyOf,
  keptText,
  removeFromHistory,
} from "@/lib/security/report/history";
import { fileNameOf, parseReport, readReport, type Report, reportId } from "@/lib/security/report/report";
import { toSarif } from "@/lib/security/report/sarif";
import { patternFor, patternsOf, readScope, targetOf } from "@/lib/security/report/scope";
import { verifyReport } from "@/lib/security/report/verify-report";
import { securityScanDocumentation } from "@/lib/security/scan/documentation";

const SCAN = securityScanDocumentation.sample.output;
const HEADERS = securityHeadersDocumentation.sample.output;
const READINESS = securityReadinessDocumentation.sample.output;

function report(value: unknown): Report {
  const read = readReport(value);
  if (read === null) throw new Error("no report");
  return read;
}

describe("a report that is read", () => {
  it("says what the scan's answer says", () => {
    expect(report(SCAN)).toMatchObject({
      audit: "security-scan",
      grade: "F",
      score: null,
      requests: 18,
      surface: { grade: "elevated", findings: 3, counts: { high: 1, medium: 0, low: 1, info: 1 } },
      rows: [],
    });
    expect(report(SCAN).surface?.categories.map(({ category, counts }) => [category, counts.high])).toEqual([
      ["transport", 0],
      ["cookies", 0],
      ["cors", 0],
      ["headers", 0],
      ["exposedFiles", 1],
      ["disclosure", 0],
    ]);
  });

  it("has each row of the header checklist with its points, and the line of each server where a test failed", () => {
    const { rows, grade, score } = report(HEADERS);
    expect([grade, score]).toEqual([HEADERS.summary.grade, HEADERS.summary.score]);
    expect(rows.map(({ id }) => id)).toEqual(HEADERS.headers.map(({ id }) => id));
    for (const [index, row] of rows.entries()) {
      const reported = HEADERS.headers[index];
      expect(row.verdict === "fail").toBe(reported?.pass === false);
      expect(row.value).toBe(reported?.scoreChange);
      expect(row.fix?.lines.nginx).toBe(reported?.fix?.nginx);
    }
    expect(rows.some(({ fix }) => fix !== null)).toBe(true);
  });

  it("has readiness' checks with what was asked, what came and how to pass", () => {
    const [first] = READINESS.readiness;
    const [row] = report(READINESS).rows;
    expect(row?.why).toBe(`${first?.asked} → ${first?.came}`);
    expect(row?.points).toBe(`${first?.earned} of ${first?.points}`);
  });

  it("is none of what is no report", () => {
    for (const text of [
      "",
      "null",
      "[]",
      "{}",
      '{"kind":"security-scan"}',
      '{"kind":"intel-tvl","host":"a.com","auditedAt":"2026-10-07T14:02:11.000Z"}',
      '{"kind":"security-scan","host":"a.com","auditedAt":"yesterday"}',
      " ".repeat(500_001),
    ])
      expect(parseReport(text)).toBeNull();
  });

  it("holds plain bounded texts whatever a file holds, and no link but to https", () => {
    const hostile = {
      ...HEADERS,
      host: "evil.com\u202e\u0000",
      notes: ["<img src=x onerror=alert(1)>", 5, "a\u2066b", "x".repeat(9_000)],
      headers: [
        {
          id: "a",
          title: "b",
          pass: "yes",
          scoreChange: "1e9",
          reason: {},
          documentation: "javascript:alert(1)",
        },
        null,
      ],
      advisories: Array.from({ length: 5_000 }, () => ({ id: "x" })),
    };
    const read = report(hostile);
    expect(read.host).toBe("evil.com");
    expect(read.notes.slice(0, 2)).toEqual(["<img src=x onerror=alert(1)>", "ab"]);
    expect(read.notes[2]).toHaveLength(2_000);
    expect(read.rows).toEqual([
      {
        id: "a",
        title: "b",
        verdict: "open",
        points: "0",
        value: 0,
        why: "",
        advice: null,
        fix: null,
        documentation: null,
      },
    ]);
    expect(read.remarks).toHaveLength(200);
  });

  it("is saved under a name that leads out of no folder", () => {
    expect(fileNameOf(report({ ...SCAN, host: "../../etc/passwd" }), "json")).toBe(
      "security-scan_.._.._etc_passwd_2026-10-07.json",
    );
  });
});

describe("a report's signature", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" });
  const jwks = { keys: [{ kty: "OKP", crv: "Ed25519", x, kid: "k1", use: "sig", alg: "EdDSA" }] };
  const encode = (text: string): string => Buffer.from(text).toString("base64url");

  /** As RFC 7515 has it, by another library than the product's. */
  function signed(answer: object, header: object = {}): Report {
    const head = encode(
      JSON.stringify({
        alg: "EdDSA",
        typ: "svc-security-report+jws",
        kid: "did:web:svc.example#k1",
        ...header,
      }),
    );
    const payload = canonicalize({ ...answer, cached: null, signature: null }) ?? "";
    const bytes = sign(null, Buffer.from(`${head}.${encode(payload)}`), privateKey).toString("base64url");
    return report({ ...answer, signature: `${head}..${bytes}` });
  }
  const changed = (to: object): Report => report({ ...signed(HEADERS).answer, ...to });

  it("holds for what was signed, after a walk through a file and when it is given out again", async () => {
    const file = JSON.stringify(signed(HEADERS).answer, null, 4);
    const reopened = parseReport(file);
    expect(reopened && (await verifyReport(reopened, jwks))).toBe("verified");
    expect(await verifyReport(changed({ cached: { ageSec: 60 } }), jwks)).toBe("verified");
  });

  it("holds for nothing else", async () => {
    expect(await verifyReport(changed({ host: "other.com" }), jwks)).toBe("forged");
    expect(await verifyReport(changed({ extra: true }), jwks)).toBe("forged");
    expect(await verifyReport(changed({ summary: { ...HEADERS.summary, grade: "A+" } }), jwks)).toBe(
      "forged",
    );
    expect(await verifyReport(report({ ...HEADERS, signature: null }), jwks)).toBe("unsigned");
    for (const signature of ["x", "a..b", "..", `${encode("{}")}..AA`, "a.b.c", "é..é"])
      expect(await verifyReport(changed({ signature }), jwks)).toBe("forged");
  });

  it("is not taken of another type, by another algorithm, or with members that must be understood", async () => {
    for (const header of [{ typ: "JWT" }, { typ: undefined }, { alg: "none" }, { crit: ["b64"], b64: false }])
      expect(await verifyReport(signed(HEADERS, header), jwks)).toBe("forged");
  });

  it("by a key that is not published proves nothing", async () => {
    expect(await verifyReport(signed(HEADERS, { kid: "did:web:other#k2" }), jwks)).toBe("unknown_key");
    for (const keys of [null, {}, { keys: [] }, { keys: [{ kid: "k1" }] }, { keys: "k1" }])
      expect(await verifyReport(signed(HEADERS), keys)).toBe("unknown_key");
    const other = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
    const impostor = { keys: [{ ...jwks.keys[0], x: other.x }] };
    expect(await verifyReport(signed(HEADERS), impostor)).toBe("forged");
  });
});

describe("two reports compared", () => {
  const row = (id: string, pass: boolean | null, scoreChange: number) => ({
    id,
    title: id,
    pass,
    scoreChange,
    reason: "",
    fix: null,
  });
  const at = (
    auditedAt: string,
    grade: string,
    score: number,
    headers: unknown[],
    host = "www.example.com",
  ) => report({ ...HEADERS, host, auditedAt, summary: { ...HEADERS.summary, grade, score }, headers });
  const first = at("2026-10-01T00:00:00.000Z", "B-", 65, [
    row("csp", false, -25),
    row("hsts", true, 0),
    row("coop", true, 0),
    row("gone", true, 0),
    row("open", null, 0),
  ]);
  const second = at("2026-10-02T00:00:00.000Z", "A", 95, [
    row("csp", true, 5),
    row("hsts", false, -20),
    row("coop", true, 10),
    row("new", false, -5),
    row("open", true, 0),
  ]);

  it("say what got better and worse, the older first whichever is named first", () => {
    const comparison = compareReports(second, first);
    expect(comparison?.earlier).toBe(first);
    expect(comparison).toEqual(compareReports(first, second));
    expect(comparison?.sameHost).toBe(true);
    expect(
      comparison?.differences.map(({ id, before, after, direction }) => [id, before, after, direction]),
    ).toEqual([
      ["grade", "B-", "A", "better"],
      ["score", "65", "95", "better"],
      ["csp", "failed (−25)", "passed (+5)", "better"],
      ["hsts", "passed (0)", "failed (−20)", "worse"],
      ["coop", "passed (0)", "passed (+10)", "better"],
      ["gone", "passed (0)", null, "other"],
      ["open", "not decided (0)", "passed (0)", "other"],
      ["new", null, "failed (−5)", "other"],
    ]);
  });

  it("count findings: fewer are better, but of what is only information", () => {
    const later = structuredClone(SCAN);
    later.auditedAt = "2026-10-08T00:00:00.000Z";
    later.summary = { overallGrade: "C", surfaceGrade: "watch", surfaceFindings: 4 };
    later.breakdown.surface.severityCounts = { info: 3, low: 1, medium: 1, high: 0 };
    const comparison = compareReports(report(SCAN), report(later));
    expect(comparison?.differences.map(({ id, direction }) => [id, direction])).toEqual([
      ["grade", "better"],
      ["surface", "better"],
      ["findings-high", "better"],
      ["findings-medium", "worse"],
      ["findings-low", "same"],
      ["findings-info", "other"],
    ]);
  });

  it("of two audits can't be", () => {
    expect(compareReports(report(SCAN), first)).toBeNull();
  });
});

describe("a report as SARIF", () => {
  const tool = { name: "svc", informationUri: "https://svc.example/scanner" };

  it("has a result for each row, failures with a level and the rest with none", () => {
    const [run] = toSarif(report(HEADERS), tool).runs;
    expect(run?.results.map(({ ruleId }) => ruleId)).toEqual(HEADERS.headers.map(({ id }) => id));
    for (const { kind, level, ruleId, ruleIndex } of run?.results ?? []) {
      expect(level === "none").toBe(kind !== "fail");
      expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    }
    expect(run?.results.some(({ kind }) => kind === "fail")).toBe(true);
  });

  it("has a result for each category and severity of a guest's scan", () => {
    const [run] = toSarif(report(SCAN), tool).runs;
    expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ["transport/low", "note"],
      ["exposedFiles/high", "error"],
      ["disclosure/info", "note"],
    ]);
  });
});

/** A store with room for so many characters, as browsers' are. */
function storage(room = Number.POSITIVE_INFINITY) {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  };
}

describe("the reports that a browser keeps", () => {
  const on = (day: number): Report =>
    report({ ...SCAN, auditedAt: `2026-10-${String(day).padStart(2, "0")}T00:00:00.000Z` });
  const days = (kept: ReturnType<typeof storage>) =>
    historyOf(keptText(kept)).map(({ auditedAt }) => Number(auditedAt.slice(8, 10)));

  it("are each there once, newest first, until they are forgotten", () => {
    const kept = storage();
    for (const day of [2, 1, 3, 2]) expect(addToHistory(kept, on(day))).toBe(true);
    expect(days(kept)).toEqual([3, 2, 1]);
    removeFromHistory(kept, reportId(on(2)));
    expect(days(kept)).toEqual([3, 1]);
    clearHistory(kept);
    expect(keptText(kept)).toBeNull();
  });

  it("come back as they were signed", () => {
    const kept = storage();
    addToHistory(kept, report({ ...SCAN, later: { member: 1 } }));
    expect(historyOf(keptText(kept))[0]?.answer).toEqual({ ...SCAN, later: { member: 1 } });
  });

  it("are thirty at most, and fewer where there is no more room", () => {
    const kept = storage();
    for (let day = 1; day <= 31; day += 1) addToHistory(kept, on(day));
    expect(days(kept)).toHaveLength(30);
    const narrow = storage(JSON.stringify([SCAN, SCAN]).length);
    for (const day of [1, 2, 3]) expect(addToHistory(narrow, on(day))).toBe(true);
    expect(days(narrow)).toEqual([3, 2]);
    expect(addToHistory(storage(10), on(1))).toBe(false);
    // One that is too large for the room leaves those that fit.
    expect(addToHistory(narrow, report({ ...SCAN, note: "x".repeat(9_000) }))).toBe(false);
    expect(days(narrow)).toEqual([3, 2]);
  });

  it("leave out what somebody else wrote there", () => {
    for (const text of ["{", "5", '"a"', "{}", "[null, 5, {}]"]) expect(historyOf(text)).toEqual([]);
    expect(historyOf(JSON.stringify([{ kind: "x" }, SCAN]))).toHaveLength(1);
  });
});

describe("what is typed", () => {
  it("is an https address where no scheme was named, and no other scheme is changed", () => {
    expect(["www.example.com/a", " https://a.com ", "http://a.com", "a.com:8443", ""].map(targetOf)).toEqual([
      "https://www.example.com/a",
      "https://a.com",
      "http://a.com",
      "https://a.com:8443",
      "",
    ]);
    expect(patternFor("https://www.example.com/a")).toBe("www.example.com");
    expect(patternFor("https://")).toBe("");
    expect(patternsOf(" a.com,\n*.b.com\n")).toEqual(["a.com", "*.b.com"]);
  });

  it("is told in words what the scope route says of it", () => {
    const problems = [{ code: "own_host", message: "Ours." }];
    expect(readScope(403, 0, { error: "No. Ours.", problems })).toEqual({
      at: "refused",
      problems: ["Ours."],
      never: true,
    });
    expect(readScope(400, 0, { error: "`target`: too long" })).toEqual({
      at: "refused",
      problems: ["`target`: too long"],
      never: false,
    });
    expect(readScope(200, 0, { target: "https://a.com", host: "a.com", inScope: false, problems })).toEqual({
      at: "not_covered",
      target: "https://a.com",
      host: "a.com",
      problems: ["Ours."],
    });
    expect(readScope(429, 7, {})).toEqual({ at: "busy", retryAfterSec: 7 });
    expect(readScope(200, 0, "<html>")).not.toMatchObject({ at: "in_scope" });
    for (const status of [404, 500, 503]) expect(readScope(status, 0, null)).toEqual({ at: "unreachable" });
  });
});
