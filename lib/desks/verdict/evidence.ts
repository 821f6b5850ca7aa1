import type { PositioningRecord } from "@/lib/catalog/intel/answers/positioning";
import type { TapeRecord } from "@/lib/catalog/intel/answers/tape";
import type { ComponentName } from "@/lib/catalog/intel/signals";
import { type BlockTimes, earliest, oldestOf, timeAt } from "../block-times";
import { countedViews, viewLine } from "../creator-views";
import { type EventRisk, eventRisk } from "../event-risk";
import { SENTIMENT_MAX_AGE } from "../max-age";
import { best, type Part } from "../part";
import { bestPosition } from "../positioning-venues";
import { stableYield } from "../stable-yield";
import { bestTape, meanTapeScore } from "../tape-venues";
import type { VerdictFields } from "./answer";
import { creatorsComponent, fearGreedComponent, yieldsComponent } from "./components";
import type { VerdictInputs } from "./gather";
import { figure } from "./words";

type Supporting = VerdictFields["supporting"];

/** One component: its value, and what stands behind it in a few words. */
export interface Component extends Omit<Part<number | null>, "notes"> {
  detail: string;
}

export interface Evidence extends Pick<
  Supporting,
  "tape" | "positioning" | "creators" | "fearGreed" | "yields" | "crowding" | "fundingZ"
> {
  components: Readonly<Record<ComponentName, Component>>;
  event: EventRisk | null;
  insider: VerdictFields["insider"];
  /** Time of the older of tape and positioning. */
  marketAsOf: string | null;
  /** When each member of `supporting` that is shown is from. */
  times: BlockTimes;
}

const MAX_LINES = 10;
const unknown = (detail: string): Component => ({ value: null, credits: [0], used: [], detail });

/** What the inputs say, component by component, each by the desk's own formula or by the one that it shares. */
export function evidenceOf(inputs: VerdictInputs, now: Date): Evidence {
  const tape = tapeOf(inputs, now);
  const position = positionOf(inputs, now);
  const counted = countedViews(inputs.creators ?? [], "BTC", now);
  const views = creatorsComponent(counted, now);
  const mood = best([inputs.fearGreed], SENTIMENT_MAX_AGE, now);
  const stable = stableYield(inputs.pools, inputs.curve, now);
  const yields = stable.value;
  const event = eventRisk(inputs.calendars, now);
  const [tapeAt, positionAt] = [
    timeAt(tape.record?.barCloseMs ?? null),
    timeAt(position.record?.tsMs ?? null),
  ];
  return {
    components: {
      tape: tape.component,
      positioning: position.component,
      creators:
        views === null
          ? unknown(
              inputs.creators === null
                ? "not asked, or not read"
                : "no creator with a record published a view in 72 hours",
            )
          : { value: views, credits: [1], used: [], detail: `${counted.length} published views` },
      fearGreed:
        mood === null
          ? unknown("no value of the index")
          : {
              value: fearGreedComponent(mood.value.value),
              credits: [mood.credit],
              used: [mood.reading],
              detail: `index ${mood.value.value}, taken as a contrarian`,
            },
      yields:
        yields === null
          ? unknown("no pools or no bill")
          : {
              value: yieldsComponent(yields.medianApyPct, yields.bill.ratePct),
              credits: stable.credits,
              used: stable.used,
              detail: `stable pools pay ${figure(yields.excessPp, 2)} points over the bill`,
            },
    },
    tape: tape.shown,
    positioning: position.shown,
    creators: inputs.creators === null ? null : counted.length,
    fearGreed: mood?.value.value ?? null,
    yields:
      yields === null
        ? null
        : { medianApyPct: yields.medianApyPct, billPct: yields.bill.ratePct, pools: yields.pools },
    crowding: position.record?.crowding ?? null,
    fundingZ: position.record?.fundingZ30d ?? null,
    event,
    insider: counted.slice(0, MAX_LINES).map((view) => ({ line: viewLine(view, now) })),
    marketAsOf: earliest([tapeAt, positionAt]),
    times: {
      tape: tape.shown === null ? null : tapeAt,
      positioning: position.shown === null ? null : positionAt,
      fearGreed: mood?.asOf ?? null,
      yields: oldestOf(stable.used),
      event: oldestOf(event?.used ?? []),
    },
  };
}

interface Shown<R, S> {
  component: Component;
  record: R | null;
  shown: S;
}

/** The last closed hour of BTC's swap, on one venue. */
function tapeOf({ tape }: VerdictInputs, now: Date): Shown<TapeRecord, Supporting["tape"]> {
  const found = bestTape(tape.BTC ?? [], now);
  const value = meanTapeScore(found);
  const hour = found?.taped[0];
  if (found === null || hour === undefined || value === null)
    return { component: unknown("no hourly tape with a score"), record: null, shown: null };
  const { record, credits, used } = hour;
  const component: Component = {
    value,
    credits: [credits.bars, credits.taker],
    used,
    detail:
      `${found.venue}, averages ${figure(record.emaSpreadBps, 1, " bps")} apart, RSI ${figure(record.rsi14, 0)}, ` +
      `takers bought ${figure(record.takerBuyPct, 1, " %")}`,
  };
  const { barCloseMs, close, rsi14, emaSpreadBps, vwapDistBps, takerBuyPct } = record;
  const shown =
    barCloseMs === null || close === null
      ? null
      : { venue: found.venue, barCloseMs, close, rsi14, emaSpreadBps, vwapDistBps, takerBuyPct };
  return { component, record, shown };
}

/** How BTC's swap is positioned, on one venue. */
function positionOf(
  { positioning }: VerdictInputs,
  now: Date,
): Shown<PositioningRecord, Supporting["positioning"]> {
  const found = bestPosition("BTC", positioning.BTC ?? [], now);
  if (found === null || found.record.venue === null)
    return { component: unknown("no venue could be read"), record: null, shown: null };
  const { record, credits, used } = found;
  const { venue, topPosRatio, globalRatio, takerRatio1h, oiChg24hPct, fundingPct } = record;
  const shown = {
    venue: found.record.venue,
    topPosRatio,
    globalRatio,
    takerRatio1h,
    oiChg24hPct,
    fundingPct,
  };
  if (record.score === null || venue === null)
    return { component: { ...unknown("too little for a score"), used }, record, shown };
  const component: Component = {
    value: record.score,
    credits: [...credits.ratios, ...credits.taker, ...credits.openInterest, ...credits.funding],
    used,
    detail:
      `${venue}, top traders ${figure(topPosRatio, 2)} against all accounts ${figure(globalRatio, 2)}, ` +
      `open interest ${figure(oiChg24hPct, 1, " %")} in a day`,
  };
  return { component, record, shown };
}
