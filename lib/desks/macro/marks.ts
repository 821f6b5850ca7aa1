import type { AnswerOf } from "@/lib/catalog/define";
import type { DayOpen } from "@/lib/sources/coinbase";
import type { Quote } from "@/lib/sources/quote";
import { missedSessions, sessionAt } from "@/lib/sources/sessions";
import type { Reading } from "@/lib/sources/source";
import { markOf, type Mark as Priced } from "../mark";
import type { MaxAge } from "../coverage";
import { paceOf, SESSION_MAX_AGE } from "../max-age";
import type { AgeOf, Part } from "../part";
import type { macroEntry } from "./entry";
import type { MacroInputs } from "./gather";
import { MAX_AGE } from "./max-age";
import { MARK_SYMBOLS, type MarkSymbol } from "./vocabulary";

type Mark = AnswerOf<typeof macroEntry>["marks"][number];

interface Rule {
  currency: Mark["currency"];
  maxAge: MaxAge | AgeOf;
  /** Why nothing stands behind the only source. */
  alone?: string;
}

const RULES: Readonly<Record<MarkSymbol, Rule>> = {
  SPX: { currency: "points", maxAge: SESSION_MAX_AGE },
  VIX: { currency: "points", maxAge: SESSION_MAX_AGE },
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
  const { currency, maxAge, alone } = RULES[symbol];
  const { value, ...part } = markOf({ symbol, asked, dayOpen, maxAge }, now);
  const mark = { symbol, currency, ...value, ...sessionOf(value, maxAge === SESSION_MAX_AGE, now) };
  if (value.price !== null || alone === undefined) return { ...part, value: mark };
  return { ...part, value: { ...mark, reason: `${value.reason} ${alone}` } };
}

/** The session of a mark that goes by New York's exchange. */
function sessionOf(
  { asOf, source }: Priced,
  hasSessions: boolean,
  now: Date,
): Pick<Mark, "session" | "nextOpen"> {
  const session = hasSessions ? sessionAt(now) : null;
  if (session === null) return { session: null, nextOpen: null };
  const { nextOpen, ...times } = session;
  const missed = asOf === null ? null : missedSessions(asOf, now, paceOf(source));
  return { session: { market: "NYSE", ...times, missedSessions: missed }, nextOpen };
}
