"use client";

import Link from "next/link";
import { ReceiptText } from "lucide-react";
import { useEffect, useRef } from "react";
import { ACCURACY_PATH, parseAccuracy } from "@/components/accuracy/parse-accuracy";
import { valueInWords } from "@/components/answer/words";
import { Facts } from "@/components/pay/purchase/facts";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { Badge, type Tone } from "@/components/ui/badge";
import type { AccuracyAnswer } from "@/lib/accuracy/page/answer";
import type { StatusAnswer } from "@/lib/status/answer";
import { parseStatus, STATUS_PATH } from "@/components/status/parse-status";
import type { Sample } from "./sample";
import { SampleSale } from "./sample-sale";

type Verdict = AccuracyAnswer["recent"][number];

interface LatestSaleProps {
  /** What stands here until something was sold. */
  sample: Sample;
  /** Prices by the labels of routes, such as "$0.10". */
  prices: Readonly<Record<string, string>>;
}

/**
 * The last verdict that was sold and counts in the public record, which everybody may read; the sample until there is one.
 * Its room stays at least the sample's, so that nothing on the page moves.
 */
export function LatestSale({ sample, prices }: LatestSaleProps) {
  const accuracy = useFreeAnswer(ACCURACY_PATH, parseAccuracy).reading;
  const status = useFreeAnswer(STATUS_PATH, parseStatus).reading;
  const verdict = accuracy.state === "read" ? accuracy.value.recent[0] : undefined;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.style.minHeight = `${box.current.offsetHeight}px`;
  }, []);
  return (
    <div ref={box}>
      {verdict === undefined ? (
        <SampleSale {...sample} />
      ) : (
        <SoldVerdict
          verdict={verdict}
          price={prices[verdict.route]}
          last={status.state === "read" ? lastSaleOf(status.value) : null}
        />
      )}
    </div>
  );
}

const lastSaleOf = ({ routes }: StatusAnswer): string | null =>
  routes
    .flatMap(({ lastSale }) => lastSale ?? [])
    .sort()
    .at(-1) ?? null;

const RESULTS: Readonly<Record<Verdict["result"], { tone: Tone; label: string; means: string }>> = {
  open: { tone: "unknown", label: "Open", means: "Scored against bitcoin once its 24 hours are over." },
  hit: { tone: "good", label: "Hit", means: "It came true within its 24 hours." },
  miss: { tone: "bad", label: "Miss", means: "It did not come true within its 24 hours." },
  void: { tone: "unknown", label: "Void", means: "No price was found to score it by." },
};

interface SoldVerdictProps {
  verdict: Verdict;
  price: string | undefined;
  /** When anything was sold last. */
  last: string | null;
}

function SoldVerdict({ verdict, price, last }: SoldVerdictProps) {
  const {
    at,
    route,
    signal,
    confidence,
    price: bitcoin,
    priceSource,
    priceLater,
    baseRate,
    inputsHash,
    result,
  } = verdict;
  const { tone, label, means } = RESULTS[result];
  const usd = (value: number | null): string => valueInWords("priceUsd", value).text;
  return (
    <section aria-labelledby="sale" className="overflow-hidden rounded-xl border border-rule bg-panel">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule px-5 py-3">
        <h2 id="sale" className="text-note font-normal">
          <span className="text-muted">Last sold and public: </span>
          <code className="figures break-words">POST /api/svc-{route}</code>
        </h2>
        {price !== undefined && <Badge tone="price">{price}</Badge>}
      </header>
      <div className="px-5 py-5">
        <p className="text-note text-muted">The desk&rsquo;s verdict on bitcoin</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="text-3xl font-semibold tracking-tight">{signal}</span>
          <span className="text-muted">{confidence} confidence</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="mt-1 text-sm text-muted">{means}</p>
        <Facts
          rows={[
            ["Made", valueInWords("at", at).text],
            ["Bitcoin", `${usd(bitcoin)}${priceSource === null ? "" : `, ${priceSource}`}`],
            ["24 h later", priceLater === null ? "not yet" : usd(priceLater)],
            ["By chance", baseRate === null ? "unknown" : `${(baseRate * 100).toFixed(1)} % of the time`],
            ["Inputs", `SHA-256 ${inputsHash.slice(0, 16)}…`],
          ]}
        />
      </div>
      <div className="flex items-start gap-3 border-t border-dashed border-edge px-5 py-3 text-note text-muted">
        <ReceiptText className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <p className="min-w-0">
          {last !== null && (
            <>
              Last paid call <span className="figures text-ink">{valueInWords("at", last).text}</span>.{" "}
            </>
          )}
          A receipt names its payer and is shown to nobody else; yours is{" "}
          <a href="#signed" className="link">
            checked below
          </a>
          .
        </p>
      </div>
      <p className="border-t border-rule bg-paper px-5 py-2.5 text-note text-muted">
        Real, from the public record.{" "}
        <Link href={`/accuracy?day=${at.slice(0, 10)}`} prefetch={false} className="link">
          How all of them did
        </Link>{" "}
        ·{" "}
        <Link href="/desks/verdict" prefetch={false} className="link">
          What a whole answer holds
        </Link>
      </p>
    </section>
  );
}
