"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { isRecord } from "@/lib/is-record";
import { CreatorWords } from "../creator-words";
import { PayStep } from "../pay-step";
import type { SoldRoute } from "../routes";

/** The text in a bought answer; null for what is none. */
function summaryIn(text: string): string | null {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) && typeof answer.summary === "string" ? answer.summary : null;
  } catch {
    return null; // the buy step shows what came in its place
  }
}

/** Sells a signal's full text in place. */
export function Unlock({ signalId, route }: { signalId: string; route: SoldRoute }) {
  const [summary, setSummary] = useState<string | null>(null);
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
        <PayStep route={route} body={{ signalId }} onBought={(text) => setSummary(summaryIn(text))} />
      </Card>
    </section>
  );
}
