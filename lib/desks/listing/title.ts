import type { LISTING_VENUES } from "./answer";

export type Venue = (typeof LISTING_VENUES)[number];

interface Named {
  ticker: string;
  name: string | null;
}

/** What a title announces. */
export interface ListingTitle {
  action: "list" | "delist";
  tokens: readonly Named[];
  /** Currencies against which it trades, where the title says so, such as KRW. */
  markets: readonly string[];
  /** Day that the title names, at 00:00 UTC; null when it names none. */
  day: string | null;
}

/**
 * The exchanges' own words in 2026, with where each was seen: docs/providers.md. Upbit writes Korean, and English to
 * whoever does not ask for Korean; its usual form for a coin that it has not had before is "디지털 자산 추가" (digital asset
 * added), which is the one that carries the KRW pairs.
 */
const LISTS: Readonly<Record<Venue, RegExp>> = {
  Binance: /^(?:Binance Will List\b|Introducing .+ on Binance (?:HODLer Airdrops|Launchpool|Megadrop)\b)/,
  OKX: /^OKX (?:to|will) (?:list|launch)\b/i,
  Upbit: /거래지원|디지털 자산 추가|^(?:\[[^\]]*\]\s*)?Market Support for\b/,
  Kraken: /\b(?:is|are) (?:now )?available for trading\b/i,
};
const DELISTS: Readonly<Record<Venue, RegExp>> = {
  Binance: /^Binance Will Delist\b/,
  OKX: /^OKX (?:to|will) delist\b/i,
  Upbit: /거래지원\s*종료|\bTermination of (?:Trading|Market) Support\b/, // end of trading support
  Kraken: /(?!)/, // not in that feed
};
/** Contracts, loans and reviews are no listing of a coin, and a postponed one is none yet (연기: postponement). */
const OTHER =
  /perpetual|futures|margin|options|pre-market|equity|심사|유의|연기|변경|postpone|delayed|under review|caution/i;

/** What the title of an announcement says about the spot market; null when that is nothing. */
export function parseTitle(venue: Venue, title: string): ListingTitle | null {
  const action = DELISTS[venue].test(title) ? "delist" : LISTS[venue].test(title) ? "list" : null;
  if (action === null || OTHER.test(title)) return null;
  const tokens = tokensOf(venue, action, title);
  return tokens.length === 0 ? null : { action, tokens, markets: marketsIn(title), day: dayOf(title) };
}

/** OKX names them bare, in brackets or before them; Binance's delistings and Kraken bare; all others only in brackets. */
function tokensOf(venue: Venue, action: ListingTitle["action"], title: string): readonly Named[] {
  if (venue === "OKX") return bareOrBracketed(title);
  if (venue === "Kraken") return namedFirst(title);
  const bracketed = inBrackets(title);
  return bracketed.length > 0 || venue === "Upbit" || action === "list" ? bracketed : bareOrBracketed(title);
}

const TICKER = /\(([^()\s]{1,20})\)/gu;
/** Brackets that hold a market or a date. */
const NO_TICKER = /^(?:KRW|USD|\d{4}-\d{2}-\d{2}|.*마켓)$/u;

/** Every `(TICKER)`, each once, with the words before it as its name. */
function inBrackets(title: string): Named[] {
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
    .replace(/^.*(?:\b(?:will|to) (?:(?:de)?list|launch)\b|^Introducing\b|\bSupport for\b|\[[^\]]*\])/i, "")
    .replace(/^.*(?:,|&|\band\b)/, "")
    .trim();
  return name.length >= 1 && name.length <= 60 ? name : null;
}

/** What follows the announcement's own words, up to what it says of time, place and kind of trade. */
const SUBJECT = /\b(?:(?:de)?list|launch)\s+(.+?)(?:\s+(?:on|at|from|in|for|spot|trading|and cease)\b.*)?$/iu;
const QUOTES = "USDT|USDC|USD|EUR|BTC|ETH|TRY|BRL|AUD|SGD|AED";
const PAIR = new RegExp(`^(\\S{1,20})[/-](${QUOTES})$`, "u");
const SYMBOL_LIKE = /^[\p{Lu}\p{Lo}\d$]{1,20}$/u;
/** A bare ticker: capitals, another script's letters, or at least two capitals among small letters (pumpBTC). */
const BARE = /^(?:[\p{Lu}\p{Lo}\d$]{1,20}|(?=(?:.*\p{Lu}){2})[\p{L}\d]{1,20})$/u;

/**
 * Bare tickers and pairs: `OKX will launch AI/USD and AI/EUR`, `Binance Will Delist ALPACA, PDA on 2026-05-02`. Of two
 * words, one in brackets, the ticker is the one that looks like one: `USD1 (World Liberty Financial USD)`,
 * `Virtuals Protocol (VIRTUAL)`, `GRVT/USDT (Grvt)`.
 */
function bareOrBracketed(title: string): Named[] {
  const subject = SUBJECT.exec(title)?.[1] ?? "";
  const found = new Map<string, string | null>();
  for (const piece of subject.split(/\s*(?:,|&|\band\b)\s*/u)) {
    const [, outside = "", inside] = /^([^()]*?)\s*(?:\(([^()]*)\))?$/u.exec(piece.trim()) ?? [];
    const word = PAIR.exec(outside)?.[1] ?? outside;
    const inner = inside ?? "";
    const named =
      BARE.test(inner) && !SYMBOL_LIKE.test(word)
        ? { ticker: inner, name: outside }
        : BARE.test(word)
          ? { ticker: word, name: inner === "" ? null : inner }
          : null;
    if (named !== null && !found.has(named.ticker)) found.set(named.ticker, named.name || null);
  }
  return [...found].map(([ticker, name]) => ({ ticker, name }));
}

/** `ZCHF is available for trading!`, `BIGTIME, DRIFT and PORTAL are available for trading!`: what comes first. */
function namedFirst(title: string): Named[] {
  const subject = title.replace(/\s+(?:is|are)\s.*$/isu, "");
  const tickers = subject.split(/\s*(?:,|&|\band\b)\s*/u).filter((piece) => BARE.test(piece));
  return [...new Set(tickers)].map((ticker) => ({ ticker, name: null }));
}

const MARKET = /\b(KRW|BTC|ETH|USDT|USDC|USD|EUR)\b(?=[^()]*(?:마켓|Market\b))/gu;

/** Upbit's `(KRW, USDT 마켓)`, `KRW, USDT 마켓`, `(KRW Market)`; of pairs what they are quoted in. */
function marketsIn(title: string): string[] {
  const said = [...title.matchAll(MARKET)].map(([, market = ""]) => market);
  const quoted = [...title.matchAll(new RegExp(`\\S[/-](${QUOTES})\\b`, "gu"))].map(
    ([, quote = ""]) => quote,
  );
  return [...new Set([...said, ...quoted])];
}

const DAY = /\b(20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))\b/;

function dayOf(title: string): string | null {
  const day = DAY.exec(title)?.[1];
  if (day === undefined) return null;
  const date = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? date.toISOString() : null;
}
