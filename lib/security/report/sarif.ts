import { SEVERITIES, type Severity } from "../probes/finding";
import { CATEGORY_TITLES } from "./categories";
import type { Report, Row, Verdict } from "./report";

/** SARIF 2.1.0 (OASIS), which code hosts and editors read: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */

interface SarifText {
  text: string;
}
interface SarifRule {
  id: string;
  shortDescription: SarifText;
  helpUri?: string;
}
interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  kind: "pass" | "fail" | "open" | "notApplicable";
  /** `none` unless it is a failure (§3.27.10). */
  level: "none" | "note" | "warning" | "error";
  message: SarifText;
  locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
  /** What one finding keeps from scan to scan. */
  partialFingerprints: { "auditRuleHost/v1": string };
}

export interface SarifLog {
  $schema: string;
  version: "2.1.0";
  runs: {
    tool: { driver: { name: string; informationUri: string; rules: SarifRule[] } };
    automationDetails: { id: string };
    invocations: { executionSuccessful: true; endTimeUtc: string }[];
    results: SarifResult[];
  }[];
}

/** The scanner, as the file names it. */
export interface SarifTool {
  name: string;
  informationUri: string;
}

const LEVELS: Readonly<Record<Severity, SarifResult["level"]>> = {
  info: "note",
  low: "note",
  medium: "warning",
  high: "error",
};

const KINDS: Readonly<Record<Verdict, SarifResult["kind"]>> = {
  pass: "pass",
  fail: "fail",
  open: "open",
  not_applicable: "notApplicable",
};

/** A header test that costs twenty points or more is what its grade fails by. */
const isGrave = ({ value }: Row): boolean => value <= -20;

interface Found {
  rule: SarifRule;
  kind: SarifResult["kind"];
  level: SarifResult["level"];
  message: string;
}

const ofRow = (row: Row): Found => ({
  rule: {
    id: row.id,
    shortDescription: { text: row.title },
    ...(row.documentation !== null && { helpUri: row.documentation }),
  },
  kind: KINDS[row.verdict],
  level: row.verdict !== "fail" ? "none" : isGrave(row) ? "warning" : "note",
  message: [row.why, row.advice, row.fix?.header && `Set: ${row.fix.header}`].filter(Boolean).join(" "),
});

/** A guest's scan tells how many findings there are, and not which: one result for each category and severity. */
const ofCounts = ({ surface }: Report): Found[] =>
  (surface?.categories ?? []).flatMap(({ category, counts }) =>
    SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => ({
      rule: {
        id: `${category}/${severity}`,
        shortDescription: { text: `${CATEGORY_TITLES[category]}: findings of severity ${severity}` },
      },
      kind: "fail" as const,
      level: LEVELS[severity],
      message: `${counts[severity]} of severity ${severity} in ${CATEGORY_TITLES[category].toLowerCase()}.`,
    })),
  );

/** A report as a SARIF log with one run. Its texts are the report's own. */
export function toSarif(report: Report, { name, informationUri }: SarifTool): SarifLog {
  const { audit, host, target, auditedAt } = report;
  const found = [...ofCounts(report), ...report.rows.map(ofRow)];
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name, informationUri, rules: found.map(({ rule }) => rule) } },
        automationDetails: { id: `${audit}/${host}/` },
        invocations: [{ executionSuccessful: true, endTimeUtc: new Date(auditedAt).toISOString() }],
        results: found.map(({ rule, kind, level, message }, ruleIndex) => ({
          ruleId: rule.id,
          ruleIndex,
          kind,
          level,
          message: { text: message },
          locations: [{ physicalLocation: { artifactLocation: { uri: target } } }],
          partialFingerprints: { "auditRuleHost/v1": `${audit} ${rule.id} ${host}` },
        })),
      },
    ],
  };
}
