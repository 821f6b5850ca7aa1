import type { AnswerOf } from "@/lib/catalog/define";
import { type Signal, SIGNALS } from "@/lib/catalog/intel/signals";
import type { VerdictLog } from "../verdict-log";
import { HITS } from "../hits";
import type { Scored, Venue } from "../record";
import {
  byCell,
  bySignal,
  isProven,
  MIN_FOR_CLAIM,
  MIN_FOR_RATE,
  type Rates,
  ratesOf,
  type Tally,
  tallyOf,
} from "../tally";
import type { accuracyEntry } from "./entry";

export type AccuracyPage = AnswerOf<typeof accuracyEntry>;

export const ACCURACY_METHOD = "accuracy/1";
const RECENT = 30;
const NO_SKILL = "No demonstrated skill";

/** The page of a verdict log at a moment: counts, rates where there are enough, and claims where the numbers carry them. */
export function accuracyPage({ daily, tallies }: VerdictLog, now: Date): AccuracyPage {
  const all = tallyOf(daily);
  const signals = bySignal(daily);
  const proven = signals.filter(({ tally }) => isProven(tally)).map(({ signal }) => signal);
  return {
    ok: true,
    asOf: now.toISOString(),
    method: ACCURACY_METHOD,
    evaluated: all.n,
    open: daily.length - all.n - all.voids,
    voids: all.voids,
    bySignal: signals.map(({ signal, tally }) => ({
      signal,
      rule: HITS[signal].rule,
      ...countsOf(tally),
      ...shown(ratesOf(tally)),
      skill: round4(ratesOf(tally).skill),
      demonstrated: isProven(tally),
      statement: statementOf(tally),
    })),
    byConfidence: byCell(daily).map(({ signal, confidence, tally }) => ({
      signal,
      confidence,
      ...countsOf(tally),
      ...shown(ratesOf(tally)),
    })),
    baselines: baselinesOf(daily),
    sold: {
      days: tallies.size,
      bySignal: SIGNALS.map((signal) => ({ signal, ...soldOf(signal, tallies) })),
    },
    recent: daily.slice(-RECENT).reverse().map(toRow),
    statement:
      proven.length === 0
        ? `${NO_SKILL}.`
        : `Skill is demonstrated for: ${proven.join(", ")}; for no other signal.`,
  };
}

const round4 = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1e4) / 1e4;

const countsOf = ({ n, hits, voids }: Tally) => ({ n, hits, voids });

const shown = ({ hitRate, baseRate, interval95 }: Rates) => ({
  hitRate: round4(hitRate),
  baseRate: round4(baseRate),
  interval95:
    interval95 === null ? null : { low: round4(interval95.low) ?? 0, high: round4(interval95.high) ?? 1 },
});

function statementOf(tally: Tally): string {
  if (isProven(tally)) return "Skill is demonstrated: the whole interval at z = 3 lies above the base rate.";
  return tally.n < MIN_FOR_CLAIM
    ? `${NO_SKILL}: ${tally.n} verdicts, of ${MIN_FOR_CLAIM} needed for a claim.`
    : `${NO_SKILL}: the interval at z = 3 does not clear the base rate.`;
}

/** What would have come of saying the same every day, and of saying that the next day goes like the last. */
function baselinesOf(daily: readonly Scored[]): AccuracyPage["baselines"] {
  const zs = daily.flatMap(({ frozen, outcome }) =>
    outcome !== null && "z" in outcome ? [{ z: outcome.z, yesterday: frozen.yesterday }] : [],
  );
  const signed = zs.filter(({ yesterday }) => yesterday !== null && yesterday !== 0);
  const rated = (n: number, hits: number) => ({
    n,
    hits,
    rate: n < MIN_FOR_RATE ? null : round4(hits / n),
  });
  return {
    alwaysWatch: rated(zs.length, zs.filter(({ z: one }) => HITS.watch.hit(one)).length),
    yesterdaysSign: rated(
      signed.length,
      signed.filter(({ z: one, yesterday }) => Math.sign(one) === yesterday).length,
    ),
  };
}

function soldOf(signal: Signal, tallies: VerdictLog["tallies"]) {
  const sum = { n: 0, hits: 0, voids: 0 };
  for (const { [signal]: day } of tallies.values()) {
    sum.n += day.n;
    sum.hits += day.hits;
    sum.voids += day.voids;
  }
  return sum;
}

const PROVIDERS: Readonly<Record<Venue, string>> = { coinbase: "Coinbase", kraken: "Kraken" };

function toRow({ frozen, outcome }: Scored): AccuracyPage["recent"][number] {
  const scored = outcome !== null && "z" in outcome ? outcome : null;
  return {
    at: frozen.at,
    route: frozen.route,
    method: frozen.method,
    signal: frozen.signal,
    confidence: frozen.confidence,
    price: frozen.price?.usd ?? null,
    priceSource: frozen.price === null ? null : PROVIDERS[frozen.price.venue],
    sigmaDaily: frozen.sigma,
    baseRate: round4(frozen.base),
    inputsHash: frozen.inputs,
    priceLater: scored?.price ?? null,
    z: round4(scored?.z ?? null),
    result:
      outcome === null
        ? "open"
        : scored === null
          ? "void"
          : HITS[frozen.signal].hit(scored.z)
            ? "hit"
            : "miss",
  };
}
