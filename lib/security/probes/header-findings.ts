import { disclosedSoftware } from "../grade/advisories";
import type { GradeRow } from "../grade/define-test";
import { headerFix } from "../grade/header-fixes";
import { untrustedText } from "../untrusted-text";
import type { Category, Finding, Severity } from "./finding";

/** What each test of the grade is about. That of CORS is not here: a probe of its own reports it. */
const TESTS: ReadonlyMap<string, Category> = new Map([
  ["redirection", "transport"],
  ["strict-transport-security", "transport"],
  ["cookies", "cookies"],
  ["content-security-policy", "headers"],
  ["x-frame-options", "headers"],
  ["x-content-type-options", "headers"],
  ["referrer-policy", "headers"],
  ["subresource-integrity", "headers"],
  ["cross-origin-opener-policy", "headers"],
  ["cross-origin-embedder-policy", "headers"],
  ["cross-origin-resource-policy", "headers"],
]);

/** Worth as a finding by the points that the grade takes for it. */
const severityOf = (change: number): Severity => (change <= -30 ? "medium" : change <= -20 ? "low" : "info");

/** Findings from the header checklist: each failed test, in its own words. */
export function gradeFindings(rows: readonly GradeRow[]): readonly Finding[] {
  return rows.flatMap((row) => {
    const category = TESTS.get(row.id);
    const fix = headerFix(row);
    if (category === undefined || fix === null) return [];
    const remediation = [fix.header === null ? fix.nginx : `Send ${fix.header}.`, fix.note].filter(
      (part) => part !== null,
    );
    return [
      {
        category,
        severity: severityOf(row.scoreChange),
        title: `${row.title}: test failed`,
        detail: row.reason,
        remediation: remediation.join(" "),
      },
    ];
  });
}

/** The finding for headers that name the software behind a site, if there are any. */
export function disclosureFindings(headers: Headers): readonly Finding[] {
  const disclosed = disclosedSoftware(headers);
  if (disclosed.length === 0) return [];
  return [
    {
      category: "disclosure",
      severity: "info",
      title: "Headers name the software behind the site",
      detail: untrustedText(disclosed.join("; ")),
      remediation: "Remove these headers, or at least their version numbers.",
    },
  ];
}
