import type { LISTING_VENUES } from "./answer";

export type Venue = (typeof LISTING_VENUES)[number];

/** What a title announces. */
export interface ListingTitle {
  action: "list" | "delist";
  tokens: readonly { ticker: string; name: string | null }[];
  /** Day that the title names, at 00:00 UTC; null when it names none. */
  day: string | null;
}

/** `^Binance Will List`, Korean for "trading support", and OKX's own form. */
const LISTS: Readonly<Record<Venue, RegExp>> = {
  Binance: /^Binance Will List\b/,
  OKX: /^OKX (?:to|will) list\b/i,
  Upbit: /거래지원/,
};
const DELISTS: Readonly<Record<Venue, RegExp>> = {
  Binance: /^Binance Will Delist\b/,
  OKX: /^OKX (?:to|will) delist\b/i,
  Upbit: /거래지원\s*종료/, // end of trading support
};
/** Contracts, loans and reviews are no listing of a coin. */
const OTHER = /perpetual|futures|margin|options|pre-market|심사|유의/i;

/** What the title of an announcement says about the spot market; null when that is nothing. */
export function parseTitle(venue: Venue, title: string): ListingTitle | null {
  const action = DELISTS[venue].test(title) ? "delist" : LISTS[venue].test(title) ? "list" : null;
  if (action === null || OTHER.test(title)) return null;
  const inBrackets = tokensOf(title);
  const tokens = inBrackets.length > 0 ? inBrackets : action === "delist" ? bareTickers(title) : [];
  return tokens.length === 0 ? null : { action, tokens, day: dayOf(title) };
}

const TICKER = /\(([^()\s]{1,20})\)/gu;
/** Brackets that hold a market or a date. */
const NO_TICKER = /^(?:KRW|USD|\d{4}-\d{2}-\d{2}|.*마켓)$/u;

/** Every `(TICKER)`, each once, with the words before it as its name. */
function tokensOf(title: string): { ticker: string; name: string | null }[] {
  const found = new Map<string, string | null>();
  let from = 0;
  for (const match of title.matchAll(TICKER)) {
    const [whole, ticker = ""] = match;
    const before = title.slice(from, match.index);
    from = match.index + whole.length;
    if (!NO_TICKER.test(ticker) && !found.has(ticker)) found.set(ticker, nameIn(before));
  }
  return [...found].map(([ticker, name]) => ({ ticker, name }));
}

/** The name that ends a piece of a title: what follows its last comma, its "and", or the announcement's own words. */
function nameIn(before: string): string | null {
  const name = before
    .replace(/^.*(?:\b(?:will|to) (?:de)?list\b|\[[^\]]*\])/i, "")
    .replace(/^.*(?:,|&|\band\b)/, "")
    .trim();
  return name.length >= 1 && name.length <= 60 ? name : null;
}

/** Delistings name their tickers bare: `Binance Will Delist ALPACA, PDA, WING on 2026-05-02`. */
function bareTickers(title: string): { ticker: string; name: string | null }[] {
  const list = /\bdelist\s+(.+?)(?:\s+(?:on|at|from|spot|trading|and cease)\b.*)?$/iu.exec(title)?.[1] ?? "";
  const words = list.split(/\s*(?:,|&|\band\b)\s*/u);
  return [...new Set(words)]
    .filter((word) => /^[\p{Lu}\p{Lo}\d$]{1,20}$/u.test(word))
    .map((ticker) => ({ ticker, name: null }));
}

const DAY = /\b(20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))\b/;

function dayOf(title: string): string | null {
  const day = DAY.exec(title)?.[1];
  if (day === undefined) return null;
  const date = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? date.toISOString() : null;
}
