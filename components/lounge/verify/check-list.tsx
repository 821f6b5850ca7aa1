import { Badge, type Tone } from "@/components/ui/badge";
import { Notice } from "@/components/ui/notice";
import { Anchored, PaidInMemo } from "../anchored";
import { CreatorWords } from "../creator-words";
import { Facts, Hash } from "../facts";
import { hiddenInWords, timeInWords } from "../words";
import { CHECKS, VERDICTS } from "./check-words";
import { type Check, type Finding, verdictOf } from "./checks";
import type { Report } from "./verify";

const TONES: Readonly<Record<Finding, { tone: Tone; label: string }>> = {
  proved: { tone: "good", label: "Holds" },
  refuted: { tone: "bad", label: "Fails" },
  open: { tone: "unknown", label: "Open" },
};

/** What was found, check by check, with what was computed. */
export function CheckList({ report: { answer, checks, continuity, keyFrom } }: { report: Report }) {
  const verdict = VERDICTS[verdictOf([...checks, ...(continuity === null ? [] : [continuity])])];
  const title = answer.certificate?.title;
  return (
    <section aria-label="What was found" className="grid min-w-0 gap-5">
      <Notice kind={verdict.kind} title={verdict.title}>
        {verdict.text}
      </Notice>
      <Facts
        rows={[
          ["Signal", <Hash key="id">{answer.signalId}</Hash>],
          ...(typeof title === "string"
            ? [["Title", <CreatorWords key="title" text={title} />] as const]
            : []),
          [
            "Our clock",
            `${timeInWords(answer.publishedAt)}: the service's own word for when its payment settled`,
          ],
          ["Anchored", <Anchored key="anchored" anchor={answer.anchor} />],
          ...(answer.payment === null
            ? []
            : [["Paid for", <PaidInMemo key="paid" payment={answer.payment} />] as const]),
          ["NFT", answer.mint === null ? "None is recorded" : <Hash key="mint">{answer.mint}</Hash>],
          ...(answer.hidden === null ? [] : [["Hidden", hiddenInWords(answer.hidden)] as const]),
          [
            "Key",
            keyFrom === "reader"
              ? "Yours"
              : "As the service names it now: compare it with one that you know from elsewhere",
          ],
        ]}
      />
      <ol className="grid min-w-0 gap-3">
        {checks.map((check) => (
          <CheckRow key={check.id} {...check} />
        ))}
        {continuity !== null && (
          <CheckRow
            id="continuity"
            finding={continuity.finding}
            why={`${continuity.why} Seen here on ${timeInWords(new Date(continuity.since).toISOString())}.`}
          />
        )}
      </ol>
    </section>
  );
}

function CheckRow({ id, finding, computed, claimed, why }: Omit<Check, "id"> & { id: keyof typeof CHECKS }) {
  const { title, proved, refuted } = CHECKS[id];
  const { tone, label } = TONES[finding];
  return (
    <li className="grid min-w-0 gap-2 rounded-lg border border-rule bg-panel p-4">
      <h2 className="flex flex-wrap items-start justify-between gap-2 font-medium">
        <span className="min-w-0">{title}</span>
        <Badge tone={tone}>{label}</Badge>
      </h2>
      <p className="text-sm text-muted wrap-anywhere">
        {finding === "proved" ? proved : finding === "refuted" ? refuted : ""} {why}
      </p>
      {computed !== undefined && claimed !== undefined && (
        <details>
          <summary className="min-h-8 cursor-pointer py-1 text-note text-muted">
            {computed === claimed ? "What was computed" : "What was computed, and what was claimed"}
          </summary>
          <p className="figures mt-1 text-note wrap-anywhere">{computed}</p>
          {computed !== claimed && <p className="figures mt-1 text-note text-bad wrap-anywhere">{claimed}</p>}
        </details>
      )}
    </li>
  );
}
