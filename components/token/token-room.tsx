"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { ReadingState, Waiting } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { Notice } from "@/components/ui/notice";
import type { TcxCreditsAnswer } from "@/lib/token/credits/answer";
import { BurnRecord } from "./burn-record";
import { readCredits } from "./own-answers";
import type { TokenRoutes } from "./routes";
import { Terms } from "./terms";
import { Tiers } from "./tiers";
import { readTokenQuery, type TokenQuery } from "./token-query";
import { WalletState } from "./wallet-state";

const WHAT = "the state of the token";

/** The token as it stands: before its launch what it changes, afterwards what it gives and what was burned. */
export const TokenRoom = ({ routes }: { routes: TokenRoutes }) => (
  <Suspense fallback={<Waiting what={WHAT} />}>
    <TokenHere routes={routes} />
  </Suspense>
);

function TokenHere({ routes }: { routes: TokenRoutes }) {
  const query = readTokenQuery(useSearchParams());
  const { reading, again } = useFreeAnswer(routes.credits, readCredits);
  return (
    <ReadingState reading={reading} again={again} what={WHAT}>
      {(state) => <State state={state} query={query} routes={routes} />}
    </ReadingState>
  );
}

interface StateProps {
  state: TcxCreditsAnswer;
  query: TokenQuery;
  routes: TokenRoutes;
}

function State({ state: { token, holders, atLaunch }, query, routes }: StateProps) {
  if (token === null || holders === null) return <BeforeLaunch atLaunch={atLaunch} />;
  return (
    <div className="grid min-w-0 gap-12">
      <Terms token={token} path={routes.pay} />
      <Tiers token={token} holders={holders} />
      <WalletState token={token} path={routes.credits} query={query} />
      <BurnRecord token={token} routes={routes} query={query} />
    </div>
  );
}

const BeforeLaunch = ({ atLaunch }: { atLaunch: readonly string[] }) => (
  <div className="grid max-w-3xl gap-8">
    <Notice title="The token is not launched">
      Nothing can be paid in it, and nobody holds any: whatever is sold under its name is somebody
      else&rsquo;s. There is no date, no price and no sale, and nothing on this page promises one. Every
      answer is sold in USDC.
    </Notice>
    <section aria-labelledby="at-launch">
      <h2 id="at-launch" className="mb-3 text-xl font-semibold tracking-tight">
        What a launch would change
      </h2>
      <ul className="grid list-disc gap-2 pl-5">
        {atLaunch.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </section>
    <section aria-labelledby="burns">
      <h2 id="burns" className="mb-3 text-xl font-semibold tracking-tight">
        Burn record
      </h2>
      <p className="text-muted">
        Empty: nothing was paid in a token that there is not. Each payment will stand here with its
        transaction.
      </p>
    </section>
  </div>
);
