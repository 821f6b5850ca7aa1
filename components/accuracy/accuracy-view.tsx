"use client";

import Link from "next/link";
import { useSyncExternalStore } from "react";
import { ReadingState } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { timeInTable, valueInWords } from "@/components/answer/words";
import { Badge, type Tone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/state";
import { Cell, HeadCell, RowHead, Table } from "@/components/ui/table";
import type { AccuracyAnswer } from "@/lib/accuracy/page/answer";
import { Interval } from "./interval";
import { TOO_EARLY } from "./too-early";
import { ACCURACY_PATH, parseAccuracy } from "./parse-accuracy";

const HEADING = "mb-3 text-xl font-semibold tracking-tight";

const percent = (share: number | null): string => (share === null ? "–" : `${(share * 100).toFixed(1)} %`);

/** How the verdicts did, read in the browser at the moment. */
export function AccuracyView() {
  const { reading, again } = useFreeAnswer(ACCURACY_PATH, parseAccuracy);
  return (
    <ReadingState reading={reading} again={again} what="the record">
      {(record) => <TrackRecord record={record} />}
    </ReadingState>
  );
}

function TrackRecord({ record }: { record: AccuracyAnswer }) {
  const { statement, evaluated, open, voids, bySignal, baselines, recent } = record;
  const scored = bySignal.filter(({ n }) => n > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <div>
        <p className="max-w-3xl text-lg font-medium">{evaluated === 0 ? TOO_EARLY : statement}</p>
        <p className="mt-2 text-muted">
          <span className="figures">{evaluated}</span> verdicts scored,{" "}
          <span className="figures">{open}</span> open, <span className="figures">{voids}</span> void.
        </p>
      </div>
      <section aria-labelledby="by-signal">
        <h2 id="by-signal" className={HEADING}>
          Each signal by itself
        </h2>
        {scored.length === 0 ? (
          <EmptyState title="Nothing is scored yet">
            The first verdict of each day counts, and is scored a day later against bitcoin&apos;s price. Buy{" "}
            <Link href="/desks/verdict" prefetch={false} className="link">
              a verdict
            </Link>{" "}
            and come back tomorrow.
          </EmptyState>
        ) : (
          <>
            <Table caption="Hit rates with their 95 % intervals, beside the base rates">
              <thead>
                <tr>
                  <HeadCell>Signal</HeadCell>
                  <HeadCell numeric>Hits</HeadCell>
                  <HeadCell numeric>Hit rate</HeadCell>
                  <HeadCell numeric>By chance</HeadCell>
                  <HeadCell>95 % interval</HeadCell>
                  <HeadCell>Skill</HeadCell>
                </tr>
              </thead>
              <tbody>
                {scored.map(({ signal, rule, n, hits, hitRate, baseRate, interval95, demonstrated }) => (
                  <tr key={signal}>
                    <RowHead>
                      {signal}
                      <span className="figures block text-note font-normal text-muted">{rule}</span>
                    </RowHead>
                    <Cell numeric>
                      {hits} of {n}
                    </Cell>
                    <Cell numeric>{percent(hitRate)}</Cell>
                    <Cell numeric>{percent(baseRate)}</Cell>
                    <Cell>
                      {interval95 === null || hitRate === null ? (
                        <span className="text-muted">from 30 verdicts on</span>
                      ) : (
                        <Interval {...interval95} rate={hitRate} base={baseRate} />
                      )}
                    </Cell>
                    <Cell>
                      <Badge tone={demonstrated ? "good" : "unknown"}>
                        {demonstrated ? "shown" : "not shown"}
                      </Badge>
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
            <p className="mt-3 text-note text-muted">
              Bar: the interval. Dark mark: the hit rate. Amber mark: how often the rule comes true anyway.
            </p>
          </>
        )}
      </section>
      {evaluated > 0 && (
        <section aria-labelledby="baselines">
          <h2 id="baselines" className={HEADING}>
            What no skill at all would have scored
          </h2>
          <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            {[
              { title: "Saying “watch” every day", ...baselines.alwaysWatch },
              { title: "Yesterday's direction again", ...baselines.yesterdaysSign },
            ].map(({ title, n, hits, rate }) => (
              <div key={title}>
                <dt className="text-sm text-muted">{title}</dt>
                <dd className="figures text-xl">
                  {rate === null ? "–" : percent(rate)}{" "}
                  <span className="text-sm text-muted">
                    {hits} of {n} days
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {recent.length > 0 && <Recent recent={recent} />}
    </div>
  );
}

const RESULT_TONES: Record<AccuracyAnswer["recent"][number]["result"], Tone> = {
  ...{ hit: "good", miss: "bad", void: "unknown", open: "unknown" },
};

const never = () => () => {};

/** The UTC day that the page's address names, once there is a browser to ask. */
const useNamedDay = (): string | null =>
  useSyncExternalStore(
    never,
    () => new URLSearchParams(window.location.search).get("day"),
    () => null,
  );

function Recent({ recent }: { recent: AccuracyAnswer["recent"] }) {
  const day = useNamedDay();
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={HEADING}>
        The last that count
      </h2>
      <Table caption="The newest verdicts, with bitcoin then and a day later">
        <thead>
          <tr>
            <HeadCell>Made, UTC</HeadCell>
            <HeadCell>Signal</HeadCell>
            <HeadCell numeric>BTC then</HeadCell>
            <HeadCell numeric>A day later</HeadCell>
            <HeadCell>Result</HeadCell>
          </tr>
        </thead>
        <tbody>
          {recent.map(({ at, signal, confidence, price, priceLater, result }) => (
            <tr
              key={at}
              {...(at.slice(0, 10) === day && { "aria-current": "date", className: "bg-coin/15" })}
            >
              <RowHead className="figures whitespace-nowrap">
                <Link href={`/accuracy?day=${at.slice(0, 10)}`} prefetch={false} className="link" title={at}>
                  {timeInTable(at)}
                </Link>
              </RowHead>
              <Cell>
                {signal}, {confidence}
              </Cell>
              <Cell numeric>{valueInWords("priceUsd", price).text}</Cell>
              <Cell numeric>
                {priceLater === null && result === "open"
                  ? "not yet"
                  : valueInWords("priceUsd", priceLater).text}
              </Cell>
              <Cell>
                <Badge tone={RESULT_TONES[result]}>{result}</Badge>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
