import { type Day, DAY, dayOf, easternTime, isExchangeDay } from "./calendar";
import type { Randomness } from "./random";
import { type Pace, fluctuation } from "./fluctuation";

/** When a market trades: always; the stock exchanges' day; or futures, from the evening before to 5 p.m. New York. */
type Hours = "always" | "exchange" | "futures";

interface Instrument extends Pace {
  level: number;
  hours: Hours;
}

export const INSTRUMENTS = {
  "BTC-USD": { level: 76_000, daily: 0.022, memoryDays: 700, hours: "always" },
  "ETH-USD": { level: 2_450, daily: 0.03, memoryDays: 700, hours: "always" },
  "BNB-USD": { level: 905, daily: 0.026, memoryDays: 700, hours: "always" },
  "SOL-USD": { level: 148, daily: 0.036, memoryDays: 700, hours: "always" },
  "^GSPC": { level: 7_150, daily: 0.008, memoryDays: 700, hours: "exchange" },
  "^VIX": { level: 17.5, daily: 0.05, memoryDays: 45, hours: "exchange" },
  "GC=F": { level: 4_160, daily: 0.01, memoryDays: 700, hours: "futures" },
  "DX-Y.NYB": { level: 98.6, daily: 0.004, memoryDays: 180, hours: "futures" },
  /** The Fed's broad dollar index: another basket, so another number than DX-Y.NYB. */
  DTWEXBGS: { level: 119.8, daily: 0.003, memoryDays: 180, hours: "exchange" },
} as const satisfies Record<string, Instrument>;

export type Ticker = keyof typeof INSTRUMENTS;

/** In US dollars, or the index's points, at any moment, open or closed. */
export function priceAt(random: Randomness, symbol: Ticker, at: number): number {
  const { level, daily, memoryDays } = INSTRUMENTS[symbol];
  return level * Math.exp(fluctuation(random, symbol, at, { daily, memoryDays }));
}

export interface Session {
  day: Day;
  open: number;
  close: number;
}

/** The trading session that bears a date; undefined on a day without one. */
export function sessionOn(symbol: Ticker, day: Day): Session | undefined {
  const hours: Hours = INSTRUMENTS[symbol].hours;
  if (hours === "always") return { day, open: day, close: day + DAY };
  if (!isExchangeDay(day)) return undefined;
  const [open, close] = hours === "exchange" ? [9.5, 16] : [-6, 17];
  return { day, open: easternTime(day, open), close: easternTime(day, close) };
}

/** The newest sessions that had begun at a moment, oldest first. */
export function sessionsUntil(symbol: Ticker, at: number, count: number): Session[] {
  const found: Session[] = [];
  for (let day = dayOf(at) + DAY; found.length < count; day -= DAY) {
    const session = sessionOn(symbol, day);
    if (session && session.open <= at) found.unshift(session);
  }
  return found;
}

export interface Bar extends Session {
  openPrice: number;
  high: number;
  low: number;
  closePrice: number;
  volume: number;
}

const BAR_SAMPLES = 12;

/** A session's prices so far: its last price is the close once it has closed. */
export function barOf(random: Randomness, symbol: Ticker, session: Session, now: number): Bar {
  const end = Math.min(now, session.close);
  const samples = Array.from({ length: BAR_SAMPLES + 1 }, (_, i) =>
    priceAt(random, symbol, session.open + ((end - session.open) * i) / BAR_SAMPLES),
  );
  const [openPrice = 0] = samples;
  return {
    ...session,
    openPrice,
    high: Math.max(...samples),
    low: Math.min(...samples),
    closePrice: samples.at(-1) ?? openPrice,
    volume: Math.round(1e5 + random.unit(`${symbol} volume`, session.day / DAY) * 1e5),
  };
}
