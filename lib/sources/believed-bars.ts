import { limits } from "../curated/plausibility";
import { type Bar, type Timeframe, TIMEFRAMES, withoutGap } from "./candles";
import { disbelieve } from "./disbelieve";
import type { Doubt } from "./doubt";

/** A bar as a venue gives it. */
export interface ToldBar {
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Volume in coins and in dollars. */
  coins: number;
  dollars: number;
}

/** What speaks against a bar within itself; null: nothing. */
function oddity({ open, high, low, close, coins, dollars }: ToldBar): string | null {
  if (low > Math.min(open, close) || high < Math.max(open, close))
    return "its open or close lies outside of its high and low";
  const mean = coins === 0 ? close : dollars / coins;
  const { meanBeyond } = limits.bars;
  return mean < low * (1 - meanBeyond) || mean > high * (1 + meanBeyond)
    ? "its dollars and coins give a price outside of its high and low"
    : null;
}

const isContinued = (bar: ToldBar, next: ToldBar): boolean =>
  Math.abs(next.open / bar.close - 1) <= limits.bars.openBeyond;

/**
 * The newest bars that can be believed, without a gap. A bar that contradicts itself, or at whose close the next does not open,
 * ends the run: nothing is smoothed. A bar that is wider than bars are is an open doubt that another venue may settle. Throws
 * SourceError `implausible` when the newest bar can't be believed, or next to no bar has a volume.
 *
 * `told`: closed bars, oldest first; `running`: the bar that runs.
 */
export function believedBars(
  told: readonly ToldBar[],
  running: ToldBar | undefined,
  timeframe: Timeframe,
): { bars: Bar[]; doubts: Doubt[] } {
  const all = running === undefined ? told : [...told, running];
  let from = told.length;
  let why: string | null = null;
  for (; from > 0; from--) {
    const [bar, next] = [told[from - 1], all[from]];
    if (bar === undefined) break;
    const follows = next !== undefined && next.at - bar.at === TIMEFRAMES[timeframe];
    why = oddity(bar) ?? (follows && !isContinued(bar, next) ? "the next one opens elsewhere" : null);
    if (why !== null) break;
  }
  const odd = told[from - 1];
  if (why !== null && odd !== undefined && from === told.length)
    disbelieve("the newest bar's close", odd.close, why);
  const run = withoutGap(
    told.slice(from).map(({ at, high, low, close, coins }): Bar => [at, high, low, close, coins]),
    timeframe,
  );
  const traded = run.filter(([, , , , coins]) => coins > 0).length;
  if (run.length >= limits.bars.enough && traded < run.length * limits.bars.traded)
    disbelieve("bars with a volume", traded, `${run.length} bars were given`);
  const ended: Doubt[] =
    why === null || odd === undefined
      ? []
      : [
          {
            path: `the close of the bar at ${new Date(odd.at).toISOString()}`,
            rule: "identity",
            scope: "row",
            got: odd.close,
            want: why,
          },
        ];
  return { bars: run, doubts: [...ended, ...wideBars(run, timeframe)] };
}

/** Bars that are wider than bars are, as one open doubt. */
function wideBars(run: readonly Bar[], timeframe: Timeframe): Doubt[] {
  const most = limits.bars.widest[timeframe];
  const wide = run.filter(([, high, low, close]) => (high - low) / close > most);
  const [widest] = wide.toSorted((a, b) => (b[1] - b[2]) / b[3] - (a[1] - a[2]) / a[3]);
  if (widest === undefined) return [];
  const share = Math.round(((widest[1] - widest[2]) / widest[3]) * 1e3) / 10;
  const path = `percent between low and high of the bar at ${new Date(widest[0]).toISOString()}`;
  return [{ path, rule: "continuity", scope: "row", got: share, want: `at most ${most * 100}` }];
}

/** Of several bars of one time the first. */
export const eachOnce = (bars: readonly ToldBar[]): ToldBar[] =>
  bars.filter((bar, i) => bar.at !== bars[i - 1]?.at);
