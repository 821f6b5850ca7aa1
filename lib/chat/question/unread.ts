/** What people ask about markets and no desk reads: said rather than answered by something beside it. */
const UNREAD: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["dominance", /\bdominance\b/i],
  [
    "the market cap of a coin or of all",
    /\b(?:btc|bitcoin|eth|ethereum|sol|solana|bnb|crypto|total)(?:'s|’s)? market ?cap\b|\bmarket ?cap of (?:btc|bitcoin|eth|ethereum|sol|solana|bnb|crypto)\b/i,
  ],
  [
    "the trading volume of a coin",
    /\b(?<![-/])(?:btc|bitcoin|eth|sol|bnb)(?:'s|’s)? (?:spot |trading |daily |24[- ]?h(?:our)? )*volumes?\b|\bvolumes? (?:of|for|in) (?:btc|bitcoin|eth|sol|bnb)\b(?![-/])/i,
  ],
  [
    "one coin's price in another",
    /\b(?:btc|eth|sol|bnb)[-/](?:btc|eth|sol|bnb) (?:price )?(?:ratio|cross|exchange rate)\b/i,
  ],
  [
    "a day's high and low",
    /\b(?:intraday|daily|(?:to)?day(?:'|’)?s|24[- ]?h(?:our)?) (?:highs?|lows?|range)\b|\b(?:high|low) (?:of|for) (?:the day|today|(?:btc|bitcoin|eth|ethereum|sol|solana|bnb) today)\b/i,
  ],
  ["the day's gainers and losers", /\b(?:gainers?|losers?)\b/i],
  ["hacks and exploits beyond the headlines", /\b(?:hacks?|exploits?)\b/i],
  [
    "prices in other currencies than the US dollar",
    /\bin (?:euros?|eur|gbp|pounds?|yen|jpy|rupees?|inr|francs?|chf|yuan|cny|brl|cad|aud)\b/i,
  ],
  ["a coin's supply or issuance", /\b(?:circulating|max(?:imum)?|total) supply\b|\bhalving\b|\bissuance\b/i],
  ["hash rates and mining", /\bhash ?rates?\b|\bmining\b|\bminers?\b/i],
  ["flows of funds and ETFs", /\b(?:etf|fund)s? (?:in|out)?flows?\b|\b(?:in|out)flows?\b/i],
  [
    "the figures of a venue of one's choice",
    /^(?=.*\b(?:funding|open interest|long[-/ ]short|positioning)\b)(?=.*\b(?:on|at|in|vs\.?|versus|and|or|than) (?:binance|bybit|hyperliquid|deribit|bitmex|dydx)\b)/is,
  ],
  ["liquidations", /\bliquidat\w+\b/i],
  ["options", /\bmax pain\b|\bimplied vol\w*\b|\boptions? (?:market|expiry|skew|flow)s?\b|\bput[-/ ]call\b/i],
  ["order books", /\border ?books?\b|\b(?:bid|ask) wall\b|\bmarket depth\b/i],
  [
    "token unlocks",
    /\b(?:token|vesting|supply|big|large|next|upcoming) unlocks?\b|\bunlocks? (?:this|next)\b/i,
  ],
  ["gas fees", /\bgas (?:fees?|prices?)\b|\bgwei\b/i],
  [
    "labelled wallets on a chain",
    /\b(?:mvrv|sopr|exchange (?:reserves|balances)|on-?chain (?:whales?|flows?|activity))\b/i,
  ],
  [
    "chart patterns and levels",
    /\bsupport (?:level|and resistance)s?\b|\bresistance (?:level)?s?\b|\bhead and shoulders\b|\bfibonacci\b/i,
  ],
];
/** Of protocols, chains and exchanges; a token's checks are a desk's. */
const TRUST = /\b(?:safe|legit|scam|hacked|audited|trustworthy|insolvent|solvent)\b/i;

/** What a text asks for that no desk reads, in words. `isToken`: the text names a token by its address. */
export const unreadIn = (text: string, isToken: boolean): string[] => [
  ...UNREAD.filter(([, pattern]) => pattern.test(text)).map(([what]) => what),
  ...(!isToken && TRUST.test(text) ? ["whether a protocol, a chain or an exchange is safe"] : []),
];
