import { disclosedSoftware } from "../grade/advisories";
import type { GradeRow } from "../grade/define-test";
import { untrustedText } from "../untrusted-text";
import type { Finding, Severity } from "./finding";

/** Tests of the grade that are also findings of the surface: transport and cookies. */
const TESTS: ReadonlyMap<string, string> = new Map([
  ["redirection", "Answer plain http with a permanent redirect to https on the same host."],
  ["strict-transport-security", "Send Strict-Transport-Security with a max-age of six months or more."],
  ["cookies", "Set Secure, HttpOnly and SameSite on cookies, above all on those of sessions."],
]);

/** Worth as a finding by the points that the grade takes for it. */
const severityOf = (change: number): Severity => (change <= -30 ? "medium" : change <= -20 ? "low" : "info");

/** Findings from the header checklist: each failed test of transport or cookies, in its own words. */
export function gradeFindings(rows: readonly GradeRow[]): readonly Finding[] {
  return rows.flatMap(({ id, title, pass, scoreChange, reason }) => {
    const remediation = TESTS.get(id);
    if (pass !== false || remediation === undefined) return [];
    return [
      {
        category: id === "cookies" ? "cookies" : "transport",
        severity: severityOf(scoreChange),
        title: `${title}: test failed`,
        detail: reason,
        remediation,
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
