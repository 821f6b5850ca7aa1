import { type Topic, TOPICS } from "@/lib/catalog/intel/topics";

/** What a feed is about as a whole, by the id of its source. */
const BY_FEED: Readonly<Record<string, readonly Topic[]>> = {
  "feed.coindesk": ["crypto"],
  "feed.cointelegraph": ["crypto"],
  "feed.decrypt": ["crypto"],
  "feed.the-block": ["crypto"],
  "feed.fed-press": ["macro"],
  "feed.fed-monetary": ["macro"],
};

/** What a headline's words say beyond its feed. */
const BY_WORDS: Readonly<Record<Topic, RegExp>> = {
  crypto:
    /\b(?:bitcoin|btc|ether|ethereum|eth|solana|crypto\w*|blockchains?|stablecoins?|tokens?|tokeni[sz]\w+)\b/i,
  defi: /\b(?:defi|dex(?:es)?|amm|lending protocols?|liquid(?:ity pools?| staking)|restaking|yield farm\w*|tvl|aave|uniswap|lido|curve finance|morpho|pendle)\b/i,
  macro:
    /\b(?:fed|fomc|federal reserve|powell|warsh|ecb|boj|boe|rate (?:cut|hike|decision)s?|interest rates?|inflation|cpi|pce|payrolls?|gdp|treasur(?:y|ies)|yields?|tariffs?|recession)\b/i,
  regulation:
    /\b(?:sec|cftc|finra|mica|genius act|clarity act|regulat\w+|lawsuits?|sues?|sued|court|judge|senate|congress|lawmakers?|bills?|ban(?:s|ned)?|sanctions?|licen[cs]es?|enforcement|compliance|settle(?:s|d|ment))\b/i,
  markets:
    /\b(?:etfs?|price|rall(?:y|ies|ied)|slump\w*|surges?|surged|plunges?|plunged|tumbles?|tumbled|sell-?offs?|futures|options|liquidations?|volatility|stocks?|s&p|nasdaq|all-time high|bull(?:s|ish)?|bear(?:s|ish)?|inflows?|outflows?)\b/i,
};

/** Topics of one headline, in the wire's order. */
export const topicsOf = (sourceId: string, title: string): Topic[] =>
  TOPICS.filter((topic) => BY_FEED[sourceId]?.includes(topic) || BY_WORDS[topic].test(title));
