import type * as z from "zod";
import { type macroEntry, MARK_SYMBOLS, type MarkSymbol } from "@/lib/catalog/intel/macro";
import type { DayOpen } from "@/lib/sources/coinbase";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";
import { round } from "../round";
import { best, type Part } from "../part";
import type { MacroInputs } from "./gather";
import { MAX_AGE } from "./max-age";

type Mark = z.input<typeof macroEntry.output>["marks"][number];

interface Rule {
  currency: Mark["currency"];
  maxAge: (typeof MAX_AGE)[keyof typeof MAX_AGE];
  /** Why nothing stands behind the only source. */
  alone?: string;
}

const RULES: Readonly<Record<MarkSymbol, Rule>> = {
  SPX: { currency: "points", maxAge: MAX_AGE.index },
  VIX: { currency: "points", maxAge: MAX_AGE.index },
  DXY: {
    currency: "points",
    maxAge: MAX_AGE.index,
    alone: "No other free source carries this dollar index.",
  },
  GOLD: { currency: "USD", maxAge: MAX_AGE.index, alone: "No other free source carries gold futures." },
  BTC: { currency: "USD", maxAge: MAX_AGE.crypto },
  ETH: { currency: "USD", maxAge: MAX_AGE.crypto },
};

/** All six marks, always, in their order; one without a usable price is null with its reason. */
export function composeMarks({ marks, dayOpen }: MacroInputs, now: Date): Part<Mark[]> {
  const parts = MARK_SYMBOLS.map((symbol) =>
    composeMark(symbol, marks[symbol], symbol === "BTC" || symbol === "ETH" ? dayOpen[symbol] : null, now),
  );
  return {
    value: parts.map(({ value }) => value),
    credits: parts.flatMap(({ credits }) => credits),
    used: parts.flatMap(({ used }) => used),
    notes: parts.flatMap(({ notes }) => notes),
  };
}

function composeMark(
  symbol: MarkSymbol,
  asked: readonly Reading<Quote>[],
  dayOpen: Reading<DayOpen> | null,
  now: Date,
): Part<Mark> {
  const { currency, maxAge } = RULES[symbol];
  const found = best(asked, maxAge, now);
  if (found === null) {
    const nothing = { price: null, changePct: null, asOf: null, source: null };
    return {
      value: { symbol, currency, ...nothing, reason: reasonOf(symbol, asked) },
      credits: [0],
      used: [],
      notes: [],
    };
  }
  const { reading, value, asOf, credit } = found;
  const change = changeOf(found, dayOpen, now);
  const fallback =
    reading === asked[0] ? [] : [`${symbol} is from ${reading.provider} (${failed(asked[0])}).`];
  return {
    value: {
      symbol,
      price: value.price,
      changePct: round(change.pct, 2),
      currency,
      asOf,
      source: reading.provider,
    },
    credits: [credit],
    used: [reading, ...change.used],
    notes: fallback,
  };
}

/**
 * The change that the quote brings, else, where the first exchange gave the quote, that against the same exchange's
 * price of 24 hours ago: 100 × (price ÷ open − 1).
 */
function changeOf(
  { reading, value }: { reading: Reading<Quote>; value: Quote },
  dayOpen: Reading<DayOpen> | null,
  now: Date,
): { pct: number | null; used: readonly Reading<unknown>[] } {
  if (value.changePct !== null) return { pct: value.changePct, used: [] };
  if (dayOpen === null || dayOpen.provider !== reading.provider) return { pct: null, used: [] };
  const open = best([dayOpen], MAX_AGE.crypto, now);
  if (open === null) return { pct: null, used: [] };
  return { pct: (value.price / open.value.open - 1) * 100, used: [dayOpen] };
}

function reasonOf(symbol: MarkSymbol, asked: readonly Reading<Quote>[]): string {
  const { alone } = RULES[symbol];
  const why = `${asked.map((reading) => failed(reading)).join("; ") || "No source was asked"}.`;
  return alone === undefined ? why : `${why} ${alone}`;
}

const failed = (reading: Reading<Quote> | undefined): string =>
  reading === undefined
    ? "no source was asked"
    : `${reading.provider}: ${reading.value === null ? reading.status : `newest price is from ${reading.asOf ?? "an unknown time"}`}`;
