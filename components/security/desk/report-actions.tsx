"use client";

import { Download, Printer } from "lucide-react";
import { Button } from "@/components/ui/button";
import { fileNameOf, type Report } from "@/lib/security/report/report";
import { type SarifTool, toSarif } from "@/lib/security/report/sarif";
import { saveFile } from "./save-file";

/** What a reader takes along of a report. */
export function ReportActions({ report, tool }: { report: Report; tool: SarifTool }) {
  const saveJson = () =>
    saveFile(fileNameOf(report, "json"), "application/json", JSON.stringify(report.answer, null, 2));
  const saveSarif = () =>
    saveFile(
      fileNameOf(report, "sarif"),
      "application/sarif+json",
      JSON.stringify(toSarif(report, tool), null, 2),
    );
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button size="small" onClick={saveJson}>
        <Download className="size-4" aria-hidden="true" />
        {report.signature === null ? "JSON" : "Signed JSON"}
      </Button>
      <Button size="small" onClick={saveSarif}>
        <Download className="size-4" aria-hidden="true" />
        SARIF 2.1.0
      </Button>
      <Button size="small" onClick={() => window.print()}>
        <Printer className="size-4" aria-hidden="true" />
        Print
      </Button>
    </div>
  );
}
