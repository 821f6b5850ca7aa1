import { saidBehind } from "./said-behind";

/** What can be asked about the market: each topic is a section of an answer. In the order in which they are answered. */
export const TOPICS = [
  "plan",
  "change",
  "verdict",
  "price",
  "positioning",
  "tape",
  "sentiment",
  "rates",
  "calendar",
  "tvl",
  "yields",
  "pools",
  "airdrops",
  "listings",
  "momentum",
  "new tokens",
  "token",
  "wallet",
  "news",
] as const;
export type Topic = (typeof TOPICS)[number];

/** By what words a topic is known; the last lines of some are other languages'. Addresses are looked for apart. */
const PATTERNS: Readonly<Record<Exclude<Topic, "token" | "wallet">, RegExp>> = {
  plan: new RegExp(
    [
      /\b(?:trad(?:e|ing) (?:plan|idea|setup)|set-?ups?|game ?plan|entr(?:y|ies)|stop[- ]?loss|take[- ]?profit|position siz(?:e|ing))\b/,
      /\bshould (?:i|we|one) (?:still |now )?(?:buy|sell|long|short|hold|enter|exit|wait|trade|ape|add|accumulate|open|close|go|be)\b/,
      /\b(?:give|make|write|show|build|draw|need|want)(?: (?:me|us|up))* (?:a|an|the|your) (?:\w+ )?plan\b/,
      /\b(?:a2a|hand-?off) (?:line|hand-?off)\b/,
      /\b(?:buy or sell|buy now|sell now|buy the dip|go (?:long|short)|good time to (?:buy|sell|open|close|long|short)|how (?:should|would|do) (?:i|you) (?:trade|play)|what should i do)\b/,
      /\b(?:debería comprar|devo comprar|soll ich|dois-je acheter|dovrei comprare)\b|купить|продавать|买入|買い|사야/,
    ]
      .map(({ source }) => source)
      .join("|"),
    "iu",
  ),
  change:
    /\bwhat (?:would|could|might|will|has to|needs? to|must) (?:it take|change|flip|turn|invalidate|happen)|\binvalidat|\bchange (?:your|the|this|that|its) (?:mind|view|verdict|bias|call|answer)|\bwrong if\b|\bflip (?:your|the|it)\b/iu,
  verdict:
    /\b(?:verdict|bias|outlook|bull(?:ish)?|bear(?:ish)?|conviction|your (?:view|take|opinion|call|read)|what do you think|lean(?:ing)?|going up or down|up or down|prognose|ausblick|pronóstico|perspectivas?)\b|прогноз|görünüm|전망|見通し|前景/iu,
  price:
    /\b(?:prices?|quotes?|trading at|trades? at|worth|how much (?:is|are|does)|what(?:'|’)?s? (?:is )?(?:btc|bitcoin|eth|sol|bnb|gold) at|moved?|moving|up today|down today|performance|performing|outperform\w*|chang(?:e|ed) (?:today|in|over)|24 ?h|today)\b|\b(?:precio|preço|preis|kurs|prix|cours|prezzo|quotazione|fiyatı?|cotiza|steht|combien vaut)\b|цен[аы]|курс|стоит|价格|價格|多少钱|値段|価格|いくら|가격|얼마|سعر|कीमत/iu,
  positioning:
    /\b(?:funding|open interest|oi|positioning|positioned|positions?|top traders?|whales?|crowd(?:ed|ing)?|taker|leverage|long[-/ ]short|longs|shorts|perp(?:etual)?s?|squeez\w*|cheaper to hold|costs? (?:\w+ ){0,2}to (?:hold|long|short)|carry)\b|资金费率|финансирован|financiación|finanzierungsrate|fonlama|펀딩|資金調達/iu,
  tape: /\b(?:rsi|vwap|ema|atr|scalp(?:ing)?|tape|5 ?m(?:in)?|15 ?m(?:in)?|(?:5|15|five|fifteen)[- ]minutes?|intraday|short[- ]term|order ?flow|overbought|oversold|technicals?|(?:last|past) (?:hour|\d+ ?min\w*)|1 ?h(?:our)?)\b|sobrecompra|sobrevend|überkauft|überverkauft|surachet|survendu|ipercompra|aşırı (?:alım|satım)|перекуплен|перепродан|超买|超卖|買われすぎ|売られすぎ|과매수|과매도/iu,
  sentiment:
    /\b(?:fear|greed|sentiment|mood|fng)\b|\b(?:miedo|codicia|angst|gier|peur|avidité|medo|ganância|paura|korku)\b|страх|жадност|恐惧|贪婪|恐怖|공포|الخوف/iu,
  rates:
    /\b(?:treasur(?:y|ies)|yield curve|2s10s|bonds?|(?:2|5|10|20|30)[- ]?y(?:ears?|r)?(?: yields?| rates?| notes?)?|(?:three|3)[- ]month bill|t-?bills?|curve|inverted|inversion|interest rates?|risk[- ]free)\b/iu,
  calendar:
    /\b(?:fomc|fed(?:eral reserve)?|ecb|boj|boe|central banks?|cpi|ppi|inflation|calendar|(?:economic|macro) (?:events?|releases?|data)|rate (?:decision|cut|hike)s?|payrolls?|nfp|jobs report|powell|events? (?:ahead|coming|(?:\w+ ){0,3}this (?:week|month|quarter|year))|upcoming events?)\b/iu,
  tvl: /\b(?:tvl|total value|value locked|how (?:big|large) is|size of|largest (?:chains?|protocols?)|biggest (?:chains?|protocols?)|top (?:chains?|protocols?))\b/iu,
  yields:
    /\b(?:pays? (?:more|most|better|best)|apy|apr|defi yields?|stable(?:coin)?s? (?:yields?|rates?)|earn|lending|lend|stak(?:e|ing)|farm(?:ing)?|yields?|(?:where|places?) (?:to|can i|should i) (?:park|put))\b|\b(?:rendimientos?|rendite|rendement|rendimento)\b|доходност|收益/iu,
  pools: /\b(?:meteora|dlmm|bin step|impermanent loss|lp(?:ing)?|liquidity pools?|(?<!\brocket )pools?)\b/iu,
  airdrops: /\b(?:air ?drops?|claims?|tokenless|points farming)\b|空投|эйрдроп/iu,
  listings:
    /\b(?:delist(?:s|ed|ings?)?|list(?:s|ed|ings?)|new on (?:binance|okx|upbit)|(?:binance|okx|upbit)(?: \w+)? list)\b(?! of)/iu,
  momentum:
    /\b(?:momentum|meme ?coins?|memes?|trending|rotation|hot tokens?|runners?|pumping|gainers?|losers?)\b/iu,
  "new tokens":
    /\b(?:new (?:tokens?|coins?|launches|pairs)|low[- ]?(?:market[- ]?)?caps?|small[- ]?caps?|micro[- ]?caps?|early tokens?|gems?|trenches|just launched|(?:tokens?|coins?) (?:that )?launched|fresh (?:tokens?|launches))\b/iu,
  news: /\b(?:news|hacks?|exploits?|headlines?|wire|stories|happened|announce(?:d|ments?)|regulat(?:ion|ory|ors?)|sec|etfs?)\b|\b(?:noticias|notícias|nachrichten|actualités|nouvelles|notizie|haberler?)\b|новост|新闻|新聞|ニュース|뉴스|أخبار/iu,
};

/** The yield of a bond is no yield of DeFi, and the position of a pool none of a trader. */
const NOT_YIELDS = /\b(?:treasur(?:y|ies)|yield curve|bonds?|2s10s|(?:2|5|10|20|30)[- ]?y(?:ear|r)?)\b/iu;
const BY_POOL = /\b(?:staking|apy|apr|defi|stablecoins?|aave|lending)\b/iu;

/** The topics that a text names, in the order of the list. */
export function topicsIn(text: string): Topic[] {
  const found = new Set<Topic>(
    TOPICS.filter((topic) => topic !== "token" && topic !== "wallet" && PATTERNS[topic].test(text)),
  );
  if (found.has("rates") && NOT_YIELDS.test(text) && !BY_POOL.test(text)) found.delete("yields");
  if (found.has("yields"))
    found.delete(/\b(?:meteora|dlmm|bin step|impermanent)\b/i.test(text) ? "yields" : "pools");
  if (found.has("pools") && !found.has("yields") && /\b(?:lp|pools?)\b/i.test(text))
    found.delete("positioning");
  // "ETF listing", "price list": a topic that says more stands before one that says less.
  if (found.size > 1 && found.has("price") && !ASKS_PRICE.test(text)) found.delete("price");
  if (found.has("verdict") && hasMoved(text)) {
    found.delete("verdict");
    found.add("price");
  }
  if (found.has("change") || found.has("plan")) found.delete("verdict");
  if (found.has("news") && /\b(?:happened|going on)\b/iu.test(text)) found.add("price");
  return TOPICS.filter((topic) => found.has(topic));
}

/** Words by which a price is asked for, and not only a day named. */
const ASKS_PRICE =
  /\b(?:prices?|quotes?|trading at|trades? at|worth|outperform\w*|perform\w*|moved?|moving)\b/iu;

/** Which way something has moved already: the price tells, no verdict. */
const MOVED = /\bup or down (?:today|by how much)\b/iu;
const DID = /\b(?:did|has|have|was|went)\b/iu;
const UP_OR_DOWN = /\bup or down\b/iu;
const hasMoved = (text: string): boolean =>
  MOVED.test(text) || text.split(/[.?!]/u).some((sentence) => saidBehind(sentence, DID, UP_OR_DOWN));

export const WIRE_WORDS = {
  regulation: /\b(?:regulat\w*|sec|cftc|law|lawsuit|court|mica|congress)\b/iu,
  defi: /\bdefi\b/iu,
  macro: /\b(?:macro|fed|inflation|central banks?)\b/iu,
  markets: /\b(?:markets?|etfs?|stocks)\b/iu,
  crypto: /\bcrypto\b/iu,
} as const;
