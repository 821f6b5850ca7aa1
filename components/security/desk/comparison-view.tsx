import { Badge, type Tone } from "@/components/ui/badge";
import { Cell, HeadCell, RowHead, Table } from "@/components/ui/table";
import type { Comparison, Direction } from "@/lib/security/report/compare-reports";
import { timeInWords } from "./time-in-words";

const DIRECTIONS: Readonly<Record<Direction, { tone: Tone; word: string }>> = {
  better: { tone: "good", word: "Better" },
  worse: { tone: "bad", word: "Worse" },
  same: { tone: "plain", word: "Same" },
  other: { tone: "unknown", word: "Differs" },
};

/** Two reports side by side, what changed first. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { earlier, later, sameHost, differences } = comparison;
  const changed = differences.filter(({ direction }) => direction !== "same");
  const same = differences.filter(({ direction }) => direction === "same");
  return (
    <section aria-label="Comparison" className="print-me grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>
        {changed.length === 0
          ? "Nothing differs between them."
          : `${changed.length} of ${differences.length} differ.`}{" "}
        {!sameHost && "These are two sites: the words are of the second against the first."}
      </p>
      <Table caption="What two reports say">
        <thead>
          <tr>
            <HeadCell>What</HeadCell>
            {[earlier, later].map(({ host, auditedAt }, index) => (
              <HeadCell key={index} className="wrap-anywhere">
                <bdi>{host}</bdi>
                <span className="block whitespace-nowrap">{timeInWords(auditedAt)}</span>
              </HeadCell>
            ))}
            <HeadCell>Now</HeadCell>
          </tr>
        </thead>
        <tbody>
          {[...changed, ...same].map(({ id, title, before, after, direction }) => (
            <tr key={id}>
              <RowHead>{title}</RowHead>
              <Cell>{before ?? "–"}</Cell>
              <Cell>{after ?? "–"}</Cell>
              <Cell>
                <Badge tone={DIRECTIONS[direction].tone}>{DIRECTIONS[direction].word}</Badge>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
