import { isRecord } from "@/lib/is-record";
import { CATEGORIES, type Category, SEVERITIES, type Severity } from "../probes/finding";
import {
  asCount,
  asLink,
  asNumberOrNull,
  asRecord,
  asRecords,
  asText,
  asTextOrNull,
  asTexts,
} from "./read-value";

/** The audits' answers as a page shows, compares and exports them: one model for the three. */

export const AUDITS = ["security-scan", "security-headers", "security-readiness"] as const;
export type Audit = (typeof AUDITS)[number];

/** Where a header is set. */
export const SERVERS = ["nginx", "caddy", "vercel", "next", "cloudflare", "express"] as const;
export type Server = (typeof SERVERS)[number];

export type Counts = Readonly<Record<Severity, number>>;

/** What to set, by where it is set. */
export interface Fix {
  header: string | null;
  lines: Readonly<Record<Server, string>>;
  note: string | null;
}

export type Verdict = "pass" | "fail" | "open" | "not_applicable";

/** A header test or a readiness check. */
export interface Row {
  id: string;
  title: string;
  verdict: Verdict;
  /** Such as "−20" or "4 of 5". */
  points: string;
  /** The same as a number, to compare by. */
  value: number;
  why: string;
  advice: string | null;
  fix: Fix | null;
  documentation: string | null;
}

export interface Surface {
  /** One of five words, `minimal` to `elevated`. */
  grade: string;
  findings: number;
  counts: Counts;
  categories: readonly { category: Category; counts: Counts }[];
  titles: readonly { severity: Severity; title: string; detail: string | null; remediation: string | null }[];
  asked: number;
  inconclusive: number;
}

export interface Report {
  audit: Audit;
  target: string;
  host: string;
  auditedAt: string;
  cachedAgeSec: number | null;
  requests: number;
  /** A+ to F; null for readiness, and where there was no page to grade. */
  grade: string | null;
  /** Of the headers (0 and up) or of readiness (0 to 100). */
  score: number | null;
  rows: readonly Row[];
  remarks: readonly { id: string; detail: string; improve: boolean; documentation: string | null }[];
  surface: Surface | null;
  modules: readonly { id: string; title: string; tier: string; soon: boolean }[];
  notTested: readonly string[];
  notes: readonly string[];
  legalNotice: string;
  signature: string | null;
  /** The answer as it came: what is signed, kept and exported. */
  answer: Readonly<Record<string, unknown>>;
}

const auditOf = (value: unknown): Audit | null => AUDITS.find((audit) => audit === value) ?? null;

const countsOf = (value: unknown): Counts => {
  const { info, low, medium, high } = asRecord(value);
  return { info: asCount(info), low: asCount(low), medium: asCount(medium), high: asCount(high) };
};

function fixOf(value: unknown): Fix | null {
  if (!isRecord(value)) return null;
  const { header, nginx, caddy, vercel, next, cloudflare, express, note } = value;
  return {
    header: asTextOrNull(header),
    lines: {
      nginx: asText(nginx),
      caddy: asText(caddy),
      vercel: asText(vercel),
      next: asText(next),
      cloudflare: asText(cloudflare),
      express: asText(express),
    },
    note: asTextOrNull(note),
  };
}

/** "+5", "0" or "−20", with a true minus. */
export const signed = (change: number): string =>
  change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "0";

function headerRow({
  id,
  title,
  pass,
  scoreChange,
  reason,
  fix,
  documentation,
}: Record<string, unknown>): Row {
  const change = asNumberOrNull(scoreChange) ?? 0;
  return {
    id: asText(id),
    title: asText(title),
    verdict: pass === true ? "pass" : pass === false ? "fail" : "open",
    points: signed(change),
    value: change,
    why: asText(reason),
    advice: null,
    fix: fixOf(fix),
    documentation: asLink(documentation),
  };
}

const READINESS_VERDICTS: Readonly<Record<string, Verdict>> = {
  pass: "pass",
  fail: "fail",
  not_applicable: "not_applicable",
};

function readinessRow(row: Record<string, unknown>): Row {
  const earned = asCount(row.earned);
  const asked = asText(row.asked);
  return {
    id: asText(row.id),
    title: asText(row.title),
    verdict: READINESS_VERDICTS[asText(row.verdict)] ?? "open",
    points: `${earned} of ${asCount(row.points)}`,
    value: earned,
    why: asked === "" ? asText(row.came) : `${asked} → ${asText(row.came)}`,
    advice: asTextOrNull(row.fix),
    fix: fixOf(row.headerLines),
    documentation: asLink(row.documentation),
  };
}

function surfaceOf(answer: Readonly<Record<string, unknown>>): Surface | null {
  const { surface } = asRecord(answer.breakdown);
  if (!isRecord(surface)) return null;
  const summary = asRecord(answer.summary);
  const byCategory = asRecord(surface.categoryCounts);
  const probes = asRecord(surface.probes);
  return {
    grade: asText(summary.surfaceGrade),
    findings: asCount(summary.surfaceFindings),
    counts: countsOf(surface.severityCounts),
    categories: CATEGORIES.map((category) => ({ category, counts: countsOf(byCategory[category]) })),
    titles: asRecords(surface.findings).map(({ severity, title, detail, remediation }) => ({
      severity: SEVERITIES.find((one) => one === severity) ?? "info",
      title: asText(title),
      detail: asTextOrNull(detail),
      remediation: asTextOrNull(remediation),
    })),
    asked: asCount(probes.asked),
    inconclusive: asCount(probes.inconclusive),
  };
}

function rowsOf(audit: Audit, answer: Readonly<Record<string, unknown>>): Row[] {
  if (audit === "security-readiness") return asRecords(answer.readiness).map(readinessRow);
  return asRecords(answer.headers).map(headerRow);
}

/**
 * A report out of any value: an answer of the service, or whatever a file holds that somebody calls one. Null for what
 * is no report. Every text in it is plain and bounded; none of it is proved to be ours: that is the signature's to say.
 */
export function readReport(value: unknown): Report | null {
  if (!isRecord(value)) return null;
  const audit = auditOf(value.kind);
  const auditedAt = asText(value.auditedAt);
  const host = asText(value.host);
  if (audit === null || host === "" || Number.isNaN(Date.parse(auditedAt))) return null;
  const summary = asRecord(value.summary);
  return {
    audit,
    target: asText(value.target),
    host,
    auditedAt,
    cachedAgeSec: asNumberOrNull(asRecord(value.cached).ageSec),
    requests: asCount(value.requests),
    grade: asTextOrNull(summary.overallGrade ?? summary.grade),
    score: asNumberOrNull(summary.score),
    rows: rowsOf(audit, value),
    remarks: asRecords(value.advisories).map(({ id, status, detail, documentation }) => ({
      id: asText(id),
      detail: asText(detail),
      improve: status === "improve",
      documentation: asLink(documentation),
    })),
    surface: surfaceOf(value),
    modules: asRecords(value.deskModules).map(({ id, title, tier, status }) => ({
      id: asText(id),
      title: asText(title),
      tier: asText(tier),
      soon: status === "soon",
    })),
    notTested: asTexts(value.notTested),
    notes: asTexts(value.notes),
    legalNotice: asText(asRecord(value.access).legalNotice),
    signature: asTextOrNull(value.signature),
    answer: value,
  };
}

/** The longest file that is read: reports have some 20 KB. */
export const MAX_REPORT_CHARS = 500_000;

/** A report out of a text, as `readReport`. */
export function parseReport(text: string): Report | null {
  if (text.length > MAX_REPORT_CHARS) return null;
  try {
    return readReport(JSON.parse(text));
  } catch {
    return null; // no JSON is no report
  }
}

/** One audit of one site at one time: reports with the same id are the same. */
export const reportId = ({ audit, host, auditedAt }: Pick<Report, "audit" | "host" | "auditedAt">): string =>
  `${audit} ${host} ${auditedAt}`;

/** Such as `security-scan_www.example.com_2026-10-07.json`. */
export const fileNameOf = ({ audit, host, auditedAt }: Report, extension: string): string =>
  `${audit}_${host.replace(/[^\w.-]/g, "_").slice(0, 100)}_${auditedAt.slice(0, 10).replace(/\D/g, "-")}.${extension}`;
