"use client";

import { useEffect, useRef, useState } from "react";
import type { Bought } from "@/components/pay/bought";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorState, Skeleton } from "@/components/ui/state";
import { parseReport, type Report } from "@/lib/security/report/report";
import type { SarifTool } from "@/lib/security/report/sarif";
import type { AuditOffer } from "./audit-offers";
import { OrderForm } from "./order-form";
import { ReportShelf } from "./report-shelf";
import { ReportView } from "./report-view";
import { useHistory } from "./use-history";
import { useOwnReport } from "./use-own-report";

const BOUGHT = {
  kept: "Bought just now, and kept in this browser",
  noRoom: "Bought just now. This browser has no room to keep it: save it as Signed JSON",
};
const OPENED = { kept: "Opened from a file", noRoom: "Opened from a file, which alone keeps it" };

interface SecurityDeskProps {
  offers: readonly AuditOffer[];
  /** The service's own address, which it scans for nothing. */
  origin: string;
  tool: SarifTool;
}

/** The order at the left, the report at the right, and below them what this browser keeps. */
export function SecurityDesk({ offers, origin, tool }: SecurityDeskProps) {
  const history = useHistory();
  const [shown, setShown] = useState<{ report: Report; from: string } | null>(null);
  /** An answer that was paid for and is no report: its buyer gets it as it came. */
  const [unread, setUnread] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown !== null) heading.current?.focus();
  }, [shown]);

  function keep(report: Report, from: { kept: string; noRoom: string }) {
    setShown({ report, from: history.add(report) ? from.kept : from.noRoom });
  }

  function readBought({ text }: Bought): boolean {
    const report = parseReport(text);
    setUnread(report === null ? text : null);
    if (report !== null) keep(report, BOUGHT);
    return true;
  }

  return (
    <>
      <div className="sheet mt-8 grid items-start gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="min-w-0 print:hidden">
          <OrderForm offers={offers} onBought={readBought} />
        </div>
        <section aria-labelledby="report" className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2 print:hidden">
            <h2 id="report" ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight">
              {shown === null ? "How we stand ourselves" : "The report"}
            </h2>
            {shown !== null && (
              <Button size="small" variant="quiet" onClick={() => setShown(null)}>
                Close it
              </Button>
            )}
          </div>
          {unread !== null && (
            <div className="mb-6">
              <CodeBlock code={unread} label="Your answer, which this page can't read as a report" />
            </div>
          )}
          {shown === null ? (
            <OwnSite origin={origin} tool={tool} onKeep={(report) => history.add(report)} />
          ) : (
            <ReportView report={shown.report} tool={tool} origin={shown.from} />
          )}
        </section>
      </div>
      <section aria-labelledby="kept" className="sheet mt-16 print:has-[.print-me]:mt-0">
        <h2 id="kept" className="mb-4 text-xl font-semibold tracking-tight print:hidden">
          Your reports
        </h2>
        <ReportShelf
          history={history}
          onShow={(report) => setShown({ report, from: "Kept in this browser" })}
          onOpened={(report) => keep(report, OPENED)}
        />
      </section>
    </>
  );
}

interface OwnSiteProps {
  origin: string;
  tool: SarifTool;
  /** Says whether there was room for it. */
  onKeep: (report: Report) => boolean;
}

/** Our own grade, live: what a report looks like, for nothing. */
function OwnSite({ origin, tool, onKeep }: OwnSiteProps) {
  const { own, again } = useOwnReport(origin);
  const [kept, setKept] = useState<boolean | null>(null);
  if (own === null)
    return (
      <div role="status" className="grid gap-3 rounded-xl border border-rule bg-panel p-5 noscript:hidden">
        <p className="text-muted">Scanning {origin}…</p>
        <Skeleton className="h-16 w-24" />
        <Skeleton className="h-64" />
      </div>
    );
  if ("failed" in own)
    return (
      <ErrorState title="We could not scan ourselves just now" retry={again}>
        {own.failed}
      </ErrorState>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportView
        report={own}
        tool={tool}
        origin="An example, live: this service scanned itself for nothing"
      />
      <Button className="justify-self-start print:hidden" size="small" onClick={() => setKept(onKeep(own))}>
        Keep it among my reports
      </Button>
      <p role="status" className="text-note text-muted empty:hidden print:hidden">
        {kept !== null &&
          (kept
            ? "Kept in this browser, below."
            : "This browser has no room to keep it: save it as Signed JSON.")}
      </p>
    </div>
  );
}
