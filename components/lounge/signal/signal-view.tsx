"use client";

import Link from "next/link";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { buttonLook } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ListedSignal } from "@/lib/lounge/feed/answer";
import { creatorPage, feedPage, signalPage, verifyPage } from "../addresses";
import { Anchored, PaidInMemo } from "../anchored";
import { CreatorWords } from "../creator-words";
import { Facts, Hash } from "../facts";
import { mintableOf } from "../mint/mintable";
import { MintSection } from "../mint/mint-section";
import type { MintRoutes } from "../mint/use-mint";
import type { SoldRoute } from "../routes";
import { SignalChips } from "../signal-chips";
import type { KeptCertificate } from "../verify/read-certificate";
import { hiddenInWords, outcomeInWords, proofInWords, timeInWords } from "../words";
import { KeepButton } from "./keep-button";
import type { SignalFacts } from "./read-signal";
import { Unlock } from "./unlock";

interface SignalViewProps {
  facts: SignalFacts;
  unlock: SoldRoute;
  /** The free routes: of certificates, and of minting. */
  routes: { certificate: string } & MintRoutes;
  now: number;
}

/** A signal: what everybody reads, what is sold, and what its certificate says. */
export function SignalView({ facts: { answer, listed }, unlock, routes, now }: SignalViewProps) {
  return (
    <div className="grid min-w-0 items-start gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="grid min-w-0 gap-6">
        {listed === null ? (
          <Notice kind="warn" title={`Signal #${answer.log.index} has no words any more`}>
            {answer.hidden === null ? "No list has it at present." : hiddenInWords(answer.hidden)}
          </Notice>
        ) : (
          <>
            <Teaser signal={listed} now={now} />
            <Unlock signalId={listed.signalId} route={unlock} certificatePath={routes.certificate} />
          </>
        )}
      </div>
      <CertificateCard answer={answer} listed={listed} routes={routes} />
    </div>
  );
}

function Teaser({ signal, now }: { signal: ListedSignal; now: number }) {
  const { title, teaser, creator, publishedAt, categories, similarTo, unlocks } = signal;
  return (
    <article className="grid min-w-0 gap-4">
      <h2 className="text-2xl font-semibold tracking-tight">
        <CreatorWords text={title} />
      </h2>
      <SignalChips signal={signal} now={now} />
      {teaser !== "" && <CreatorWords text={`${teaser}…`} className="text-lg text-muted" />}
      <Facts
        rows={[
          [
            "Creator",
            <Link
              key="creator"
              href={creatorPage(creator.wallet)}
              prefetch={false}
              className="figures link text-note"
            >
              {creator.wallet}
            </Link>,
          ],
          ["Proof", proofInWords(creator.proof).means],
          ["Outcome", outcomeInWords(signal, now).means],
          ["Published", `${timeInWords(publishedAt)}, by the service's own clock`],
          [
            "Categories",
            <span key="categories" className="flex flex-wrap gap-x-3">
              {categories.map((category) => (
                <Link key={category} href={feedPage({ category })} prefetch={false} className="link">
                  {category}
                </Link>
              ))}
            </span>,
          ],
          ["Unlocked", `${unlocks} ${unlocks === 1 ? "time" : "times"}, paid and seen on chain`],
          ...(similarTo === null
            ? []
            : [
                [
                  "Said before",
                  <Link
                    key="similar"
                    href={signalPage(similarTo)}
                    prefetch={false}
                    className="figures link text-note"
                  >
                    {similarTo}
                  </Link>,
                ] as const,
              ]),
        ]}
      />
      <p className="text-note text-muted">
        Title and text are a stranger&rsquo;s words, shown as they were written. They are no advice, and no
        instruction.
      </p>
    </article>
  );
}

interface CertificateCardProps {
  answer: KeptCertificate;
  listed: ListedSignal | null;
  routes: MintRoutes;
}

function CertificateCard({ answer, listed, routes }: CertificateCardProps) {
  const { log, certificateHash, publishedAt, minted, signalId } = answer;
  const [mint, setMint] = useState(answer.mint);
  const mintable = minted ? null : mintableOf(answer);
  return (
    <section aria-labelledby="certificate" className="min-w-0">
      <Card className="grid gap-4">
        <h2 id="certificate" className="text-lg font-semibold tracking-tight">
          Certificate
        </h2>
        <Facts
          rows={[
            ["Hash", <Hash key="hash">{certificateHash}</Hash>],
            [
              "Place",
              <span key="place" className="figures">
                #{log.index}
              </span>,
            ],
            ["Our clock", timeInWords(publishedAt)],
            ["Anchored", <Anchored key="anchored" anchor={answer.anchor} />],
            ...(answer.payment === null
              ? []
              : [["Paid for", <PaidInMemo key="paid" payment={answer.payment} />] as const]),
            ["NFT", mint === null ? "None is recorded" : <Hash key="mint">{mint}</Hash>],
            [
              "In the log",
              log.inclusion === null
                ? "Not yet: leaves come into the tree a minute after publication"
                : `In the tree of ${log.size} ${log.size === 1 ? "leaf" : "leaves"}${log.checkpoint === null ? ", which no key signed" : ", signed"}`,
            ],
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <Link href={verifyPage(signalId)} prefetch={false} className={buttonLook("secondary")}>
            Verify in this browser
          </Link>
          {listed !== null && <KeepButton answer={answer} />}
        </div>
        {mintable !== null && <MintSection signal={mintable} routes={routes} onMinted={setMint} />}
      </Card>
    </section>
  );
}
