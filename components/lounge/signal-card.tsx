import Link from "next/link";
import type { ListedSignal } from "@/lib/lounge/feed/answer";
import { creatorPage, feedPage, signalPage } from "./addresses";
import { CreatorWords } from "./creator-words";
import { SignalChips } from "./signal-chips";
import { hiddenInWords, outcomeInWords, sinceInWords, timeInWords } from "./words";

interface SignalCardProps {
  signal: ListedSignal;
  /** The creator's wallet as it is told apart on this page. */
  short: string;
  now: number;
  /** Leaves the creator out where the page is the creator's, and says more of the outcome. */
  ofCreator?: boolean;
}

/** One signal of a list. */
export function SignalCard({ signal, short, now, ofCreator = false }: SignalCardProps) {
  const { signalId, title, teaser, categories, creator, publishedAt, seq, unlocks, hidden } = signal;
  return (
    <li className="grid min-w-0 gap-3 rounded-xl border border-rule bg-panel p-5">
      <h3 className="min-w-0 text-lg font-semibold tracking-tight">
        {hidden === null ? (
          <Link href={signalPage(signalId)} prefetch={false} className="block hover:underline">
            <CreatorWords text={title} />
          </Link>
        ) : (
          `Signal #${seq}: hidden`
        )}
      </h3>
      {hidden === null ? (
        teaser !== "" && <CreatorWords text={`${teaser}…`} className="text-muted" />
      ) : (
        <p className="text-muted">{hiddenInWords(hidden)}</p>
      )}
      <SignalChips signal={signal} now={now} />
      {ofCreator && <p className="text-note text-muted">{outcomeInWords(signal, now).means}</p>}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-note text-muted">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {!ofCreator && (
            <Link
              href={creatorPage(creator.wallet)}
              prefetch={false}
              title={creator.wallet}
              className="figures link wrap-anywhere"
            >
              {short}
            </Link>
          )}
          <time dateTime={publishedAt} title={timeInWords(publishedAt)}>
            {sinceInWords(publishedAt, now)}
          </time>
          <span className="figures">#{seq}</span>
          <span>
            {unlocks} {unlocks === 1 ? "unlock" : "unlocks"}
          </span>
        </p>
        <ul aria-label="Categories" className="flex min-w-0 flex-wrap gap-x-3">
          {categories.map((category) => (
            <li key={category} className="min-w-0 wrap-anywhere">
              <Link href={feedPage({ category })} prefetch={false} className="link">
                {category}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
