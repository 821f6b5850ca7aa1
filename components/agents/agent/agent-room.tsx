"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { ReadingState, Waiting } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { withQuery } from "@/components/reading/with-query";
import { EmptyState } from "@/components/ui/state";
import { AGENT_ID } from "@/lib/identity/limits/vocabulary";
import { AGENTS, REGISTER } from "../addresses";
import { readProfile } from "../own-answers";
import type { AgentRoutes } from "../routes";
import { AgentView } from "./agent-view";

const WHAT = "the agent";

/** The agent that the address names. */
export const AgentRoom = ({ routes }: { routes: AgentRoutes }) => (
  <Suspense fallback={<Waiting what={WHAT} />}>
    <AgentHere routes={routes} />
  </Suspense>
);

function AgentHere({ routes }: { routes: AgentRoutes }) {
  const params = useSearchParams();
  const named = params?.get("id")?.trim() ?? "";
  const id = AGENT_ID.test(named) ? named : null;
  const request = id === null ? null : withQuery(routes.identity, { id });
  const { reading, again } = useFreeAnswer(request, readProfile);
  if (params === null) return <Waiting what={WHAT} />;
  if (id === null) return <NoAgent />;
  return (
    <ReadingState reading={reading} again={again} what={WHAT} notFound={<NoAgent />}>
      {({ agent }) => <AgentView key={id} first={agent} routes={routes} />}
    </ReadingState>
  );
}

const NoAgent = () => (
  <EmptyState title="No agent of this name">
    The address of this page takes the id of a registered agent: {`?id=agt_…`}.{" "}
    <Link href={AGENTS} prefetch={false} className="link">
      See those that are
    </Link>
    , or{" "}
    <Link href={REGISTER} prefetch={false} className="link">
      register one
    </Link>
    .
  </EmptyState>
);
