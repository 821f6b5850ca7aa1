"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { CreatorWords } from "@/components/lounge/creator-words";
import { Hash } from "@/components/lounge/facts";
import { shortWallets } from "@/components/lounge/wallet-text";
import { ReadingState, Waiting } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { buttonLook } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { EmptyState } from "@/components/ui/state";
import { agentPage, REGISTER } from "../addresses";
import { type Directory as Page, readDirectory } from "../own-answers";
import { Standing } from "../standing";
import { addressesOf } from "./addresses-of";
import {
  directoryAddress,
  type DirectoryQuery,
  directoryRequest,
  readDirectoryQuery,
} from "./directory-query";

const WHAT = "the directory";

/** The registered agents, newest first, as the page's address asks for them. */
export const Directory = ({ path }: { path: string }) => (
  <Suspense fallback={<Waiting what={WHAT} />}>
    <DirectoryHere path={path} />
  </Suspense>
);

const FILTERS = [
  { kind: "all", label: "All" },
  { kind: "proved", label: "With a proved wallet" },
  { kind: "claimed", label: "Claims alone" },
] as const;

function DirectoryHere({ path }: { path: string }) {
  const query = readDirectoryQuery(useSearchParams());
  const { reading, again } = useFreeAnswer(directoryRequest(path, query), readDirectory);
  return (
    <div className="grid min-w-0 gap-6">
      <nav aria-label="Which agents" className="flex flex-wrap gap-1" data-twin="skip">
        {FILTERS.map(({ kind, label }) => (
          <Link
            key={kind}
            href={directoryAddress({ kind, cursor: null })}
            prefetch={false}
            aria-current={query.kind === kind ? "true" : undefined}
            className={classes(
              buttonLook(query.kind === kind ? "secondary" : "quiet", "small"),
              query.kind === kind && "border-ink",
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <ReadingState reading={reading} again={again} what={WHAT}>
        {(page) => <Agents page={page} query={query} />}
      </ReadingState>
    </div>
  );
}

function Agents({ page: { agents, nextCursor }, query }: { page: Page; query: DirectoryQuery }) {
  const short = shortWallets(agents.flatMap(addressesOf).map(({ address }) => address));
  return (
    <>
      {agents.length === 0 ? (
        <EmptyState title={query.kind === "proved" ? "Nobody proved a wallet yet" : "Nobody is here yet"}>
          <Link href={REGISTER} prefetch={false} className="link">
            Register an agent
          </Link>
          : it is free, and takes its public addresses alone.
        </EmptyState>
      ) : (
        <ul aria-label="Agents" className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
          {agents.map((agent) => (
            <li
              key={agent.id}
              className="relative grid min-w-0 content-start gap-3 rounded-xl border border-rule bg-panel p-5 hover:border-edge"
            >
              <h3 className="min-w-0 text-lg font-semibold tracking-tight">
                <Link
                  href={agentPage(agent.id)}
                  prefetch={false}
                  className="block after:absolute after:inset-0 after:rounded-xl"
                >
                  <CreatorWords text={agent.name} />
                </Link>
              </h3>
              <Standing verified={agent.verified} erc8004={agent.erc8004} />
              <p className="figures flex flex-wrap gap-x-4 text-note text-muted">
                {addressesOf(agent).map(({ address, proved }) => (
                  <span key={address}>
                    {short.get(address)} {proved ? "proved" : "claimed"}
                  </span>
                ))}
              </p>
              <p className="text-muted">
                <Hash>{agent.id}</Hash>
              </p>
            </li>
          ))}
        </ul>
      )}
      <nav
        aria-label="Pages of the directory"
        className="mt-6 flex flex-wrap justify-between gap-3 empty:hidden"
      >
        {query.cursor !== null && (
          <Link
            href={directoryAddress({ ...query, cursor: null })}
            prefetch={false}
            className={buttonLook("secondary")}
          >
            Newest
          </Link>
        )}
        {nextCursor !== null && (
          <Link
            href={directoryAddress({ ...query, cursor: nextCursor })}
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
