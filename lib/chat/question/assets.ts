/** What a question may be about by name, and where the desks know it from. */

export const ASSETS = ["BTC", "ETH", "SOL", "BNB", "SPX", "VIX", "DXY", "GOLD"] as const;
export type Asset = (typeof ASSETS)[number];

/** Names of each in questions; those without word bounds are of scripts that have none. */
const NAMES: Readonly<Record<Asset, RegExp>> = {
  BTC: /\b(?:btc|xbt|bitcoins?)\b|биткои?й?н|比特[币幣]|ビットコイン|비트코인|بيتكوين|बिटकॉइन/iu,
  ETH: /\b(?:eth|ether|ethereum)\b|эфири?у?м?|以太[坊币幣]|イーサ|이더리움|إيثيريوم/iu,
  SOL: /\b(?:SOL|[Ss]olana)\b|\$sol\b|солана|索拉纳|ソラナ|솔라나|سولانا/u,
  BNB: /\b(?:bnb|binance coin)\b/iu,
  SPX: /\bs ?& ?p(?: ?500)?\b|\bspx\b|\bsp ?500\b|\bstock (?:market|index)\b|\b(?:stocks|equities)\b/iu,
  VIX: /\bvix\b|\b(?:equity )?volatility index\b/iu,
  DXY: /\bdxy\b|\bdollar index\b|\bthe (?:us )?dollar\b/iu,
  GOLD: /\b(?:gold|xau)\b|золот|黄金|黃金/iu,
};
/** In lower case it is a word of other languages, so only an English question means the coin by it. */
const LOWER_SOL = /\bsol\b/u;

/** The assets that a text names, in the order of the list. */
export const assetsIn = (text: string, isEnglish: boolean): Asset[] =>
  ASSETS.filter((asset) => NAMES[asset].test(text) || (asset === "SOL" && isEnglish && LOWER_SOL.test(text)));

export const ASSET_NAMES: Readonly<Record<Asset, string>> = {
  BTC: "BTC",
  ETH: "ETH",
  SOL: "SOL",
  BNB: "BNB",
  SPX: "the S&P 500",
  VIX: "the VIX",
  DXY: "the US dollar index (DXY)",
  GOLD: "gold",
};

/** Coins, shares, currencies and goods that people ask for and no desk covers by name. */
const UNCOVERED: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["XRP", /\bxrp\b|\bripple\b/i],
  ["DOGE", /\bdoge(?:coin)?\b/i],
  ["ADA", /\bADA\b|\b[Cc]ardano\b/],
  ["AVAX", /\bavax\b/i],
  ["LINK", /\bLINK\b|\b[Cc]hain[Ll]ink\b/],
  ["LTC", /\bltc\b|\blitecoin\b/i],
  ["TRX", /\btrx\b/i],
  ["DOT", /\bDOT\b|\b[Pp]olkadot\b/],
  ["TON", /\bTON\b|\b[Tt]oncoin\b/],
  ["SUI", /\bSUI\b/],
  ["PEPE", /\bpepe\b/i],
  ["SHIB", /\bshib(?:a inu)?\b/i],
  ["WIF", /\bWIF\b|\b[Dd]ogwifhat\b/],
  ["BONK", /\bbonk\b/i],
  ["HYPE", /\bHYPE\b/],
  ["XMR", /\bxmr\b|\bmonero\b/i],
  ["Apple", /\baapl\b|\bapple (?:stock|shares?)\b/i],
  ["Tesla", /\btsla\b|\btesla\b/i],
  ["Nvidia", /\bnvda\b|\bnvidia\b/i],
  ["Microsoft", /\bmsft\b|\bmicrosoft\b/i],
  ["Coinbase shares", /\bCOIN\b|\b[Cc]oinbase (?:stock|shares?)\b/],
  ["MicroStrategy", /\bmstr\b|\bmicrostrategy\b/i],
  ["the Nasdaq", /\bnasdaq\b|\bndx\b|\bqqq\b/i],
  ["the Dow", /\bdow jones\b|\bdjia\b/i],
  ["the DAX", /\bDAX\b/],
  ["oil", /\b(?:crude|brent|wti|oil)\b/i],
  ["silver", /\bsilver\b|\bxag\b/i],
  ["EUR/USD", /\beur ?\/? ?usd\b|\beuro\b/i],
  ["USD/JPY", /\busd ?\/? ?jpy\b|\byen\b/i],
];
const MARKED = /\$([A-Z][A-Z0-9]{1,9})\b/g;

/** What a text names that no desk covers by name: names of ours, or a ticker that the text marks with a $. */
export function uncoveredIn(text: string): string[] {
  const named = UNCOVERED.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  const marked = [...text.matchAll(MARKED)].map(([, ticker]) => ticker ?? "");
  const covered = new Set<string>(ASSETS);
  return [...new Set([...named, ...marked.filter((ticker) => !covered.has(ticker))])].slice(0, 3);
}
