"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { EmptyState } from "@/components/ui/state";
import { SIGNAL_ID } from "@/lib/lounge/limits/vocabulary";
import { LOUNGE } from "../addresses";
import { ReadingState, Waiting } from "@/components/reading/reading-state";
import type { MintRoutes } from "../mint/use-mint";
import type { SoldRoute } from "../routes";
import { useAsked } from "@/components/reading/use-free-answer";
import { useNow } from "../use-now";
import { readSignalFacts } from "./read-signal";
import { SignalView } from "./signal-view";

export interface SignalRoomProps {
  routes: { certificate: string; feed: string } & MintRoutes;
  unlock: SoldRoute;
}

/** The signal that the address names. */
export const SignalRoom = (props: SignalRoomProps) => (
  <Suspense fallback={<Waiting what="the signal" />}>
    <SignalHere {...props} />
  </Suspense>
);

function SignalHere({ routes, unlock }: SignalRoomProps) {
  const params = useSearchParams();
  const named = params?.get("id") ?? "";
  const id = SIGNAL_ID.test(named) ? named : null;
  const [ask] = useState(() => (asked: string) => readSignalFacts(routes, asked));
  const { reading, again } = useAsked(id, ask);
  const now = useNow();
  if (params === null) return <Waiting what="the signal" />;
  if (id === null) return <NoSignal />;
  return (
    <ReadingState reading={reading} again={again} what="the signal" notFound={<NoSignal />}>
      {(facts) => <SignalView key={id} facts={facts} unlock={unlock} routes={routes} now={now} />}
    </ReadingState>
  );
}

const NoSignal = () => (
  <EmptyState title="No such signal">
    This address names none that was ever published.{" "}
    <Link href={LOUNGE} prefetch={false} className="link">
      See those that are
    </Link>
    .
  </EmptyState>
);
