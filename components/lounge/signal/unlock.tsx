"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { isRecord } from "@/lib/is-record";
import { CreatorWords } from "../creator-words";
import type { KeptCertificate } from "../verify/read-certificate";
import { PayStep } from "../pay-step";
import type { SoldRoute } from "../routes";
import { KeepButton } from "./keep-button";
import { ReadAgainStep } from "./read-again-step";
import { readOpening } from "./read-opening";

/** The text in a bought answer; null for what is none. */
function summaryIn(text: string): string | null {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) && typeof answer.summary === "string" ? answer.summary : null;
  } catch {
    return null; // the buy step shows what came in its place
  }
}

interface UnlockProps {
  signalId: string;
  route: SoldRoute;
  /** The free route of certificates. */
  certificatePath: string;
}

/** Sells a signal's full text in place, and gives who paid what proves it. */
export function Unlock({ signalId, route, certificatePath }: UnlockProps) {
  const [summary, setSummary] = useState<string | null>(null);
  const [isRead, setRead] = useState(false);
  const [opened, setOpened] = useState<KeptCertificate | null>(null);
  const body = JSON.stringify({ signalId });

  function show(text: string): boolean {
    const read = summaryIn(text);
    setSummary(read);
    void readOpening(certificatePath, signalId, { path: route.path, body }).then(setOpened);
    return read !== null;
  }

  return (
    <section aria-labelledby="unlock">
      <Card className="grid gap-4">
        <h2 id="unlock" className="text-lg font-semibold tracking-tight">
          {summary === null ? "Unlock the full text" : "The full text"}
        </h2>
        {summary === null ? (
          <p className="text-muted">
            You pay once; the wallet that paid reads it again for nothing. The fee is the service&rsquo;s: its
            creator gets no share of it, and so gains nothing by your reading.
          </p>
        ) : (
          <CreatorWords text={summary} lines />
        )}
        {opened !== null && (
          <div className="grid gap-2">
            <p className="text-note text-muted">
              The certificate with the salt of its text proves to anybody what was sold to you. It is yours
              alone: with the salt, short texts can be guessed.
            </p>
            <p>
              <KeepButton answer={opened} />
            </p>
          </div>
        )}
        {summary === null && (
          <ReadAgainStep
            path={route.path}
            signalId={signalId}
            onRead={(text) => (setRead(true), show(text))}
          />
        )}
        {!isRead && <PayStep route={route} body={body} onBought={show} />}
      </Card>
    </section>
  );
}
