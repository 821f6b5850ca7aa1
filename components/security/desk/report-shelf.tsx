"use client";

import { FolderOpen, Trash2 } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { EmptyState } from "@/components/ui/state";
import { compareReports } from "@/lib/security/report/compare-reports";
import { MAX_REPORT_CHARS, parseReport, type Report, reportId } from "@/lib/security/report/report";
import { ComparisonView } from "./comparison-view";
import { AUDIT_TITLES } from "./report-view";
import { timeInWords } from "./time-in-words";
import type { History } from "./use-history";

interface ReportShelfProps {
  history: History;
  onShow: (report: Report) => void;
  onOpened: (report: Report) => void;
}

/** The reports that this browser keeps: to read again, to compare, to throw away; and the way in for files. */
export function ReportShelf({ history, onShow, onOpened }: ReportShelfProps) {
  const { reports, remove, clear } = history;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [one, other] = chosen.flatMap((id) => reports.filter((report) => reportId(report) === id));

  async function open(event: ChangeEvent<HTMLInputElement>) {
    const { target } = event;
    const [file] = target.files ?? [];
    if (file === undefined) return;
    const report = file.size > MAX_REPORT_CHARS * 4 ? null : parseReport(await file.text());
    target.value = ""; // the same file may be chosen again
    setProblem(report === null ? file.name : null);
    if (report !== null) onOpened(report);
  }

  /** The two that were chosen last. */
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen.slice(-1), id] : chosen.filter((each) => each !== id));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => input.current?.click()}>
          <FolderOpen className="size-4" aria-hidden="true" />
          Open a report file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          onChange={open}
          aria-label="Report file"
          className="hidden"
        />
        {reports.length > 0 && (
          <Button variant="quiet" onClick={clear}>
            <Trash2 className="size-4" aria-hidden="true" />
            Forget all
          </Button>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {problem !== null && (
          <Notice kind="bad" title="No report in that file">
            <bdi>{problem}</bdi> holds no report of this desk.
          </Notice>
        )}
      </div>
      {reports.length === 0 ? (
        <EmptyState title="No reports yet">
          Reports that you buy or open are kept here, in this browser alone. Nothing of them is sent anywhere.
        </EmptyState>
      ) : (
        <ul aria-label="Kept reports" className="grid">
          {reports.map((report) => {
            const id = reportId(report);
            return (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-rule py-3"
              >
                <label className="flex min-h-11 min-w-0 grow cursor-pointer items-center gap-3">
                  <input
                    type="checkbox"
                    className="size-5 shrink-0 accent-coin"
                    checked={chosen.includes(id)}
                    onChange={(event) => choose(id, event.target.checked)}
                  />
                  <span className="sr-only">Compare</span>
                  <span className="figures w-10 shrink-0 text-lg font-semibold">
                    {report.grade ?? report.score ?? "–"}
                  </span>
                  <span className="min-w-0 wrap-anywhere">
                    <bdi>{report.host}</bdi>
                    <span className="block text-note text-muted">
                      {AUDIT_TITLES[report.audit]}, {timeInWords(report.auditedAt)}
                    </span>
                  </span>
                </label>
                <span className="flex gap-2">
                  <Button size="small" onClick={() => onShow(report)}>
                    Read
                  </Button>
                  <Button size="small" variant="quiet" onClick={() => remove(id)}>
                    Forget
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <div aria-live="polite">
        {one === undefined || other === undefined ? (
          reports.length > 1 && <p className="text-note text-muted">Mark two of them to compare.</p>
        ) : (
          <Compared one={one} other={other} />
        )}
      </div>
    </div>
  );
}

function Compared({ one, other }: { one: Report; other: Report }) {
  const comparison = compareReports(one, other);
  return comparison === null ? (
    <Notice kind="warn" title="These can't be compared">
      They are two different audits. Mark two of the same kind.
    </Notice>
  ) : (
    <ComparisonView comparison={comparison} />
  );
}
