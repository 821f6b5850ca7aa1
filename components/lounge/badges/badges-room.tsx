"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { describedBy, Input } from "@/components/ui/field";
import { EmptyState } from "@/components/ui/state";
import type { RwaBadgesAnswer } from "@/lib/lounge/rwa-badges/answer";
import { asked } from "../addresses";
import { Hash } from "../facts";
import { readBadges } from "../own-answers";
import { ReadingState, Waiting } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { looksLikeWallet } from "../wallet-text";

/** The badges of the wallet that the address names. */
export const BadgesRoom = ({ path }: { path: string }) => (
  <Suspense fallback={<Waiting what="the badges" />}>
    <BadgesHere path={path} />
  </Suspense>
);

function BadgesHere({ path }: { path: string }) {
  const named = useSearchParams()?.get("address")?.trim() ?? "";
  const wallet = looksLikeWallet(named) ? named : null;
  const isWrong = named !== "" && wallet === null;
  const { reading, again } = useFreeAnswer(wallet === null ? null : asked(path, { wallet }), readBadges);
  return (
    <div className="grid min-w-0 gap-6">
      <form action="/lounge/badges" method="get" className="flex flex-wrap gap-2" data-twin="skip">
        <label htmlFor="badges-of" className="w-full text-sm font-medium">
          Wallet
        </label>
        <Input
          id="badges-of"
          key={named}
          name="address"
          defaultValue={named}
          placeholder="An address of Solana or an EVM chain"
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1 basis-60"
          aria-invalid={isWrong}
          aria-describedby={describedBy("badges-of", { hint: false, error: isWrong })}
        />
        <Button type="submit">Show its badges</Button>
      </form>
      {wallet !== null ? (
        <ReadingState reading={reading} again={again} what="the badges">
          {(badges) => <Badges answer={badges} />}
        </ReadingState>
      ) : (
        isWrong && (
          <div id="badges-of-error">
            <EmptyState title="No wallet">This is no address of Solana or of an EVM chain.</EmptyState>
          </div>
        )
      )}
    </div>
  );
}

function Badges({ answer: { wallet, unlocked, badges, ahead, notes } }: { answer: RwaBadgesAnswer }) {
  const rows = [
    ...badges.map((badge) => ({ ...badge, earned: true })),
    ...ahead.map((badge) => ({ ...badge, earned: false })),
  ];
  return (
    <div className="grid gap-4">
      <p>
        <Hash>{wallet}</Hash> unlocked {unlocked.signals} {unlocked.signals === 1 ? "signal" : "signals"} of{" "}
        {unlocked.creators} {unlocked.creators === 1 ? "creator" : "creators"}.
      </p>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map(({ badge, rule, needed, counted, earned }) => (
          <li key={badge} className="grid content-start gap-2 rounded-xl border border-rule bg-panel p-5">
            <h2 className="flex flex-wrap items-center justify-between gap-2 font-semibold">
              {badge.replaceAll("-", " ")}
              <Badge tone={earned ? "good" : "plain"}>{earned ? "Earned" : "Ahead"}</Badge>
            </h2>
            <p className="text-sm text-muted">{rule}</p>
            <p className="figures text-note">
              {Math.min(counted, needed)} of {needed}
            </p>
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="text-note text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}
