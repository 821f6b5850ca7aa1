import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { classes } from "@/components/ui/classes";
import type { Audit, Report } from "@/lib/security/report/report";
import type { SarifTool } from "@/lib/security/report/sarif";
import { ReportActions } from "./report-actions";
import { ReportCounts } from "./report-counts";
import { ReportRows } from "./report-rows";
import { SignatureNote } from "./signature-note";
import { timeInWords } from "./time-in-words";

export const AUDIT_TITLES: Readonly<Record<Audit, string>> = {
  "security-scan": "Surface scan",
  "security-headers": "Header checklist",
  "security-readiness": "Readiness for agents",
};

interface ReportViewProps {
  report: Report;
  tool: SarifTool;
  /** Where it comes from, in a few words. */
  origin: string;
}

/** A report from its grade to what was not tested. Every text of it is shown as text. */
export function ReportView({ report, tool, origin }: ReportViewProps) {
  const { audit, target, auditedAt, requests, cachedAgeSec, surface, rows, remarks } = report;
  return (
    <article aria-label="Report" className="print-me">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <header className="grid gap-4">
          <p className="text-note text-muted">{origin}</p>
          <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
            <Mark report={report} />
            <div className="min-w-0 grow">
              <h3 className="text-lg font-semibold tracking-tight wrap-anywhere">
                <bdi>{target}</bdi>
              </h3>
              <p className="text-sm text-muted">
                {AUDIT_TITLES[audit]}, <time dateTime={auditedAt}>{timeInWords(auditedAt)}</time>, {requests}{" "}
                requests
                {cachedAgeSec !== null && `, given out again ${cachedAgeSec} s later`}
              </p>
              {surface !== null && (
                <p className="mt-1 text-sm">
                  Surface <strong className="font-semibold">{surface.grade}</strong>, {surface.findings}{" "}
                  {surface.findings === 1 ? "finding" : "findings"}
                </p>
              )}
            </div>
          </div>
          <SignatureNote report={report} />
          <ReportActions report={report} tool={tool} />
        </header>
        {surface !== null && <ReportCounts surface={surface} />}
        {rows.length > 0 && <ReportRows rows={rows} />}
        {remarks.length > 0 && (
          <Part title="Remarks that change no score">
            {remarks.map(({ id, detail, improve }, index) => (
              <li key={index} className="wrap-anywhere">
                <span className="figures text-note text-muted">{id}</span>{" "}
                {improve && <Badge tone="warn">to improve</Badge>} {detail}
              </li>
            ))}
          </Part>
        )}
        <Depths report={report} />
        <Texts title="Notes" texts={report.notes} />
        <Texts title="What was not tested" texts={report.notTested} />
        <p className="text-note text-muted wrap-anywhere">{report.legalNotice}</p>
      </Card>
    </article>
  );
}

const toneOf = (grade: string): string =>
  grade.startsWith("A") ? "text-good" : /^[BC]/.test(grade) ? "text-accent" : "text-bad";

/** The grade, and the score where there is one. */
function Mark({ report: { grade, score, audit } }: { report: Report }) {
  const isReadiness = audit === "security-readiness";
  const big = isReadiness ? (score === null ? "–" : String(score)) : (grade ?? "–");
  return (
    <p className="shrink-0">
      <span className="sr-only">{isReadiness ? "Score" : "Grade"} </span>
      <span
        className={classes(
          "figures block text-6xl leading-none font-semibold tracking-tighter",
          !isReadiness && grade !== null && toneOf(grade),
        )}
      >
        {big}
      </span>
      <span className="figures mt-1 block text-note text-muted">
        {big === "–" ? "no grade" : isReadiness ? "of 100" : score !== null && `score ${score}`}
      </span>
    </p>
  );
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section>
    <h4 className="text-sm font-semibold">{title}</h4>
    <ul className="mt-2 grid gap-1.5 text-sm text-muted">{children}</ul>
  </section>
);

const Texts = ({ title, texts }: { title: string; texts: readonly string[] }) =>
  texts.length > 0 && (
    <Part title={title}>
      {texts.map((text, index) => (
        <li key={index} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </Part>
  );

/** The parts of a report by the tier that opens them. */
const Depths = ({ report: { modules } }: { report: Report }) =>
  modules.length > 0 && (
    <Part title="How deep it goes">
      {modules.map(({ id, title, tier, soon }) => (
        <li key={id} className="flex flex-wrap items-center gap-2">
          <Badge tone={soon ? "plain" : "good"}>{soon ? "Soon" : "Here"}</Badge>
          <span>{title}</span>
          <span className="text-note">({tier})</span>
        </li>
      ))}
    </Part>
  );
