import type { DayOpen } from "@/lib/sources/coinbase";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";
import { doubtedCredit } from "@/lib/sources/doubt";
import { lesser, type MaxAge } from "./coverage";
import { type AgeOf, best, type Part } from "./part";
import { round } from "./round";

/** A price with its change, or why there is none. */
export type Mark =
  | { price: number; changePct: number | null; asOf: string; source: string }
  | { price: null; changePct: null; asOf: null; source: null; reason: string };

interface Asked {
  symbol: string;
  /** The sources that were asked, in order of preference. */
  asked: readonly Reading<Quote>[];
  /** What it stood at 24 hours before, on the exchange that is asked first; null where there is no such source. */
  dayOpen: Reading<DayOpen> | null;
  maxAge: MaxAge | AgeOf;
}

/**
 * The farthest that a price may lie from the same exchange's of a day before, as a share of that. On 12 March 2020, their worst day, BTC
 * lost 39 % and ETH 44 %.
 */
const MOST_IN_A_DAY = 0.6;

/** Whether the same exchange's price of a day before shows that a quote is wrong, or is wrong itself. */
const isContradicted = ({ provider, value }: Reading<Quote>, dayOpen: Reading<DayOpen> | null): boolean =>
  dayOpen !== null &&
  dayOpen.provider === provider &&
  dayOpen.value !== null &&
  value !== null &&
  Math.abs(value.price / dayOpen.value.open - 1) > MOST_IN_A_DAY;

/** A price in place of one that is not believed counts half when it is so much older. */
const OLDER_SEC = 3_600;

const withoutDoubts = <Value>(reading: Reading<Value>): Reading<Value> => ({ ...reading, doubts: [] });

/** One mark: the best of the quotes that were read and can be believed, with a note when it is not the first source's. */
export function markOf({ symbol, asked, dayOpen, maxAge }: Asked, now: Date): Part<Mark> {
  const why = (reading: Reading<Quote> | undefined): string =>
    reading !== undefined && isContradicted(reading, dayOpen)
      ? `${reading.provider}: its price and that of a day before contradict each other`
      : failed(reading);
  const believed = asked.filter((reading) => !isContradicted(reading, dayOpen));
  // a doubt on the change says nothing against the price
  const found = best(believed.map(withoutDoubts), maxAge, now);
  if (found === null) {
    const nothing = { price: null, changePct: null, asOf: null, source: null };
    const reason = `${asked.map((reading) => why(reading)).join("; ") || "No source was asked"}.`;
    return { value: { ...nothing, reason }, credits: [0], used: [], notes: [] };
  }
  const { value, asOf } = found;
  const reading = believed.find(({ id }) => id === found.reading.id) ?? found.reading;
  const change = changeOf(found, dayOpen, maxAge, now);
  const [first] = asked;
  const standsIn = first?.status === "implausible" && reading !== first && (reading.ageSec ?? 0) > OLDER_SEC;
  const halved = standsIn || dayOpen?.status === "implausible";
  const credit = lesser(found.credit, halved ? 0.5 : doubtedCredit(reading));
  return {
    value: { price: value.price, changePct: round(change.pct, 2), asOf, source: reading.provider },
    credits: [credit],
    used: [reading, ...change.used],
    notes: reading === first ? [] : [`${symbol} is from ${reading.provider} (${why(first)}).`],
  };
}

/**
 * The change that the quote has, else, where the first exchange gave the quote, that against the same exchange's
 * price of 24 hours ago: 100 × (price ÷ open − 1).
 */
function changeOf(
  { reading, value }: { reading: Reading<Quote>; value: Quote },
  dayOpen: Reading<DayOpen> | null,
  maxAge: MaxAge | AgeOf,
  now: Date,
): { pct: number | null; used: readonly Reading<unknown>[] } {
  if (value.changePct !== null) return { pct: value.changePct, used: [] };
  if (dayOpen === null || dayOpen.provider !== reading.provider) return { pct: null, used: [] };
  const open = best([dayOpen], maxAge, now);
  if (open === null) return { pct: null, used: [] };
  return { pct: (value.price / open.value.open - 1) * 100, used: [dayOpen] };
}

const failed = (reading: Reading<Quote> | undefined): string =>
  reading === undefined
    ? "no source was asked"
    : `${reading.provider}: ${reading.value === null ? reading.status : `newest price is from ${reading.asOf ?? "an unknown time"}`}`;
