import { FileBadge } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { ListedSignal } from "@/lib/lounge/feed/answer";
import { certificateInWords, outcomeInWords, proofInWords, stanceInWords } from "./words";

type ChipsOf = Pick<
  ListedSignal,
  "asset" | "stance" | "minted" | "creator" | "outcome" | "publishedAt" | "similarTo"
>;

/** What is known of a signal beside its creator's words: what it says of which asset, its certificate, whose it is, its outcome. */
export function SignalChips({ signal, now }: { signal: ChipsOf; now: number }) {
  const { asset, stance, creator, similarTo } = signal;
  const [certificate, proof, outcome] = [
    certificateInWords(signal),
    proofInWords(creator.proof),
    outcomeInWords(signal, now),
  ];
  return (
    <ul aria-label="About this signal" className="flex flex-wrap gap-1.5">
      {asset !== null && stance !== null && stance !== undefined && (
        <li>
          <Badge>{stanceInWords(asset, stance)}</Badge>
        </li>
      )}
      <li title={outcome.means}>
        <Badge tone={outcome.tone}>{outcome.label}</Badge>
      </li>
      <li title={certificate.means}>
        <Badge tone={certificate.tone}>
          <FileBadge className="size-3.5 shrink-0" aria-hidden="true" />
          {certificate.label}
        </Badge>
      </li>
      <li title={proof.means}>
        <Badge tone={proof.tone}>{proof.label}</Badge>
      </li>
      {similarTo !== null && (
        <li title="An earlier signal says the same, or nearly.">
          <Badge tone="warn">Said before</Badge>
        </li>
      )}
    </ul>
  );
}
