import { curated } from "./curated";

/** Words by which a headline belongs to a topic of the wire, beyond what its feed is about. */
export const headlineWords = curated({
  owner: "raw desks",
  source: "a year's headlines of the wire's feeds",
  reviewed: "2026-11-22",
  nextReview: "2027-05-22",
  items: {
    crypto:
      /\b(?:bitcoin|btc|ether|ethereum|eth|solana|crypto\w*|blockchains?|stablecoins?|tokens?|tokeni[sz]\w+)\b/i,
    defi: /\b(?:defi|dex(?:es)?|amm|lending protocols?|liquid(?:ity pools?| staking)|restaking|yield farm\w*|tvl|aave|uniswap|lido|curve finance|morpho|pendle)\b/i,
    macro:
      /\b(?:fed|fomc|federal reserve|powell|warsh|ecb|boj|boe|rate (?:cut|hike|decision)s?|interest rates?|inflation|cpi|pce|payrolls?|gdp|treasur(?:y|ies)|yields?|tariffs?|recession)\b/i,
    regulation:
      /\b(?:sec|cftc|finra|mica|genius act|clarity act|regulat\w+|lawsuits?|sues?|sued|court|judge|senate|congress|lawmakers?|bills?|ban(?:s|ned)?|sanctions?|licen[cs]es?|enforcement|compliance|settle(?:s|d|ment))\b/i,
    markets:
      /\b(?:etfs?|price|rall(?:y|ies|ied)|slump\w*|surges?|surged|plunges?|plunged|tumbles?|tumbled|sell-?offs?|futures|options|liquidations?|volatility|stocks?|s&p|nasdaq|all-time high|bull(?:s|ish)?|bear(?:s|ish)?|inflows?|outflows?)\b/i,
  },
});
