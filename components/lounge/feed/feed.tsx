"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { buttonLook } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/state";
import { ReadingState, Waiting } from "@/components/reading/reading-state";
import { SignalCard } from "../signal-card";
import { useNow } from "../use-now";
import { shortWallets } from "../wallet-text";
import { creatorsToRank } from "./best-record";
import { type FeedQuery, feedAddress, readFeedQuery, WHOLE_FEED } from "./feed-query";
import { Filters } from "./filters";
import { type FeedPage, useFeed } from "./use-feed";

interface FeedProps {
  /** Paths of the free routes that it asks. */
  routes: { feed: string; creator: string };
  /** The most signals that a page may have. */
  most: number;
}

/** The feed as its address asks for it. */
export const Feed = (props: FeedProps) => (
  <Suspense fallback={<Waiting what="the feed" />}>
    <FeedHere {...props} />
  </Suspense>
);

function FeedHere({ routes, most }: FeedProps) {
  const query = readFeedQuery(useSearchParams());
  const { reading, again } = useFeed(routes, query, most);
  const now = useNow();
  return (
    <div className="grid min-w-0 gap-6">
      <Filters query={query} />
      <ReadingState reading={reading} again={again} what="the feed">
        {(page) => <Signals page={page} query={query} now={now} />}
      </ReadingState>
    </div>
  );
}

function Signals({
  page: { signals, nextCursor },
  query,
  now,
}: {
  page: FeedPage;
  query: FeedQuery;
  now: number;
}) {
  const short = shortWallets(signals.map(({ creator }) => creator.wallet));
  const isWhole = query.category === null && query.creator === null && query.cursor === null;
  return (
    <>
      {query.by === "record" && <HowRanked creators={creatorsToRank(signals).length} />}
      {signals.length === 0 ? (
        <EmptyState title={isWhole ? "Nothing is published yet" : "Nothing here"}>
          {isWhole ? (
            <Link href="/lounge/publish" prefetch={false} className="link">
              Publish the first signal
            </Link>
          ) : (
            <Link href={feedAddress(WHOLE_FEED)} prefetch={false} className="link">
              See all signals
            </Link>
          )}
        </EmptyState>
      ) : (
        <ul aria-label="Signals" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {signals.map((signal) => (
            <SignalCard
              key={signal.signalId}
              signal={signal}
              short={short.get(signal.creator.wallet) ?? signal.creator.wallet}
              now={now}
            />
          ))}
        </ul>
      )}
      <nav aria-label="Pages of the feed" className="mt-6 flex flex-wrap justify-between gap-3 empty:hidden">
        {query.cursor !== null && (
          <Link href={feedAddress(query)} prefetch={false} className={buttonLook("secondary")}>
            Newest
          </Link>
        )}
        {nextCursor !== null && (
          <Link
            href={feedAddress(query, { cursor: nextCursor })}
            prefetch={false}
            className={`${buttonLook("secondary")} ml-auto`}
          >
            Older
          </Link>
        )}
      </nav>
    </>
  );
}

const HowRanked = ({ creators }: { creators: number }) => (
  <p className="mb-4 text-note text-muted">
    Ranked among the signals of this page, by their creators&rsquo; records ({creators} read): the low end of
    the 95 % interval less the base rate. A creator with fewer than 30 scored calls has no rank, and neither
    has a signal whose creator is not proved. A good record of the past says little of the next call.
  </p>
);
