"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { buttonLook } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/state";
import { CURSOR } from "@/lib/lounge/limits/vocabulary";
import type { LoungeCreatorAnswer } from "@/lib/lounge/creator/answer";
import { asked, badgesPage, creatorPage, LOUNGE } from "../addresses";
import { Facts, Hash } from "../facts";
import { readCreator } from "../own-answers";
import { ReadingState, Waiting } from "@/components/reading/reading-state";
import { SignalCard } from "../signal-card";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { useNow } from "../use-now";
import { looksLikeWallet, shortWallet } from "../wallet-text";
import { Record } from "./record";

const A_PAGE = "20";

/** The creator that the address names. */
export const CreatorRoom = ({ path }: { path: string }) => (
  <Suspense fallback={<Waiting what="the creator" />}>
    <CreatorHere path={path} />
  </Suspense>
);

function CreatorHere({ path }: { path: string }) {
  const params = useSearchParams();
  const named = params?.get("address")?.trim() ?? "";
  const wallet = looksLikeWallet(named) ? named : null;
  const at = params?.get("cursor") ?? "";
  const cursor = CURSOR.test(at) ? at : null;
  const request = wallet === null ? null : asked(path, { wallet, cursor, limit: A_PAGE });
  const { reading, again } = useFreeAnswer(request, readCreator);
  const now = useNow();
  if (params === null) return <Waiting what="the creator" />;
  if (wallet === null)
    return (
      <EmptyState title="No creator is named">
        The address of this page takes a wallet of Solana or of an EVM chain: {`?address=…`}.{" "}
        <Link href={LOUNGE} prefetch={false} className="link">
          Signals lead to their creators
        </Link>
        .
      </EmptyState>
    );
  return (
    <ReadingState reading={reading} again={again} what="the creator">
      {(creator) => <Creator creator={creator} isFirst={cursor === null} now={now} />}
    </ReadingState>
  );
}

interface CreatorProps {
  creator: LoungeCreatorAnswer;
  /** Whether the newest signals are shown. */
  isFirst: boolean;
  now: number;
}

function Creator({ creator: { wallet, totals, record, signals, nextCursor }, isFirst, now }: CreatorProps) {
  return (
    <div className="grid min-w-0 gap-8">
      <Facts
        rows={[
          ["Wallet", <Hash key="wallet">{wallet}</Hash>],
          ["Proved", `${totals.payment} paid by this wallet, ${totals["sign-in"]} signed by it`],
          [
            "Not proved",
            `${totals.unproved} name it, as anybody may: they are in no record, and may be nobody's work of this creator`,
          ],
        ]}
      />
      <Record record={record} />
      <section aria-labelledby="signals" className="min-w-0">
        <h2 id="signals" className="mb-4 text-xl font-semibold tracking-tight">
          Every signal
        </h2>
        {signals.length === 0 ? (
          <EmptyState title="None">No published signal names this wallet.</EmptyState>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {signals.map((signal) => (
              <SignalCard
                key={signal.signalId}
                signal={signal}
                short={shortWallet(wallet)}
                now={now}
                ofCreator
              />
            ))}
          </ul>
        )}
        <nav aria-label="Pages of signals" className="mt-6 flex flex-wrap justify-between gap-3">
          {!isFirst && (
            <Link href={creatorPage(wallet)} prefetch={false} className={buttonLook("secondary")}>
              Newest
            </Link>
          )}
          {nextCursor !== null && (
            <Link
              href={creatorPage(wallet, nextCursor)}
              prefetch={false}
              className={`${buttonLook("secondary")} ml-auto`}
            >
              Older
            </Link>
          )}
        </nav>
      </section>
      <p className="text-note">
        <Link href={badgesPage(wallet)} prefetch={false} className="link">
          What this wallet has read: its badges
        </Link>
      </p>
    </div>
  );
}
