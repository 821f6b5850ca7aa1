import { Badge } from "@/components/ui/badge";
import { Cell, HeadCell, RowHead, Table } from "@/components/ui/table";
import { SEVERITIES } from "@/lib/security/probes/finding";
import { CATEGORY_TITLES } from "@/lib/security/report/categories";
import type { Surface } from "@/lib/security/report/report";

const WORST_FIRST = [...SEVERITIES].reverse();
const TONES = { high: "bad", medium: "warn", low: "warn", info: "plain" } as const;

/** How many findings there are of each severity, by what they are about; and the findings, where the depth shows them. */
export function ReportCounts({ surface }: { surface: Surface }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Table caption="Findings by category and severity" captionShown>
        <thead>
          <tr>
            <HeadCell>Category</HeadCell>
            {WORST_FIRST.map((severity) => (
              <HeadCell key={severity} numeric>
                {severity}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {surface.categories.map(({ category, counts }) => (
            <tr key={category}>
              <RowHead>{CATEGORY_TITLES[category]}</RowHead>
              {WORST_FIRST.map((severity) => (
                <Cell
                  key={severity}
                  numeric
                  className={counts[severity] === 0 ? "text-muted" : "font-semibold"}
                >
                  {counts[severity]}
                </Cell>
              ))}
            </tr>
          ))}
          <tr>
            <RowHead>All</RowHead>
            {WORST_FIRST.map((severity) => (
              <Cell key={severity} numeric>
                {surface.counts[severity]}
              </Cell>
            ))}
          </tr>
        </tbody>
      </Table>
      <p className="text-note text-muted">
        {surface.asked} probes
        {surface.inconclusive > 0 && `, of ${surface.inconclusive} of which nothing can be said`}.
      </p>
      {surface.titles.length > 0 && (
        <ul className="grid gap-3">
          {surface.titles.map(({ severity, title, detail, remediation }, index) => (
            <li key={index} className="border-t border-rule pt-3">
              <Badge tone={TONES[severity]}>{severity}</Badge>{" "}
              <bdi className="font-medium wrap-anywhere">{title}</bdi>
              {[detail, remediation].map(
                (text) =>
                  text !== null && (
                    <p key={text} className="mt-1 text-sm text-muted wrap-anywhere">
                      {text}
                    </p>
                  ),
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
