import { parseTitle, type Venue } from "@/lib/desks/listing/title";
import type { Announcement } from "@/lib/sources/announcements";
import { baseTokens } from "@/lib/sources/base-rpc";
import { binanceArticles } from "@/lib/sources/binance/announcements";
import { binanceCandles } from "@/lib/sources/binance/candles";
import { binanceRatios } from "@/lib/sources/binance/statistics";
import { coinbaseBtc } from "@/lib/sources/coinbase";
import { dexscreenerPairs, dexscreenerProfiles } from "@/lib/sources/dexscreener";
import { fearGreed } from "@/lib/sources/fear-greed";
import { fedCalendar } from "@/lib/sources/fed-calendar";
import { coindesk, cointelegraph, decrypt, fedPress, theBlock } from "@/lib/sources/feeds";
import { fredVix } from "@/lib/sources/fred";
import { fredReleases } from "@/lib/sources/fred-releases";
import { geckoNewPools, geckoTrendingPools } from "@/lib/sources/geckoterminal";
import { goplusReport } from "@/lib/sources/goplus";
import { honeypotCheck } from "@/lib/sources/honeypot";
import { solanaMint } from "@/lib/sources/solana-mint";
import { heliusAssets } from "@/lib/sources/helius";
import { hyperliquidPerps } from "@/lib/sources/hyperliquid";
import { jupiterRecent, jupiterTrending } from "@/lib/sources/jupiter";
import { jupiterVerified } from "@/lib/sources/jupiter-verified";
import { krakenBtc } from "@/lib/sources/kraken";
import { llamaChains, llamaProtocols } from "@/lib/sources/llama";
import { llamaAirdrops } from "@/lib/sources/llama-airdrops";
import { llamaListedChanges } from "@/lib/sources/llama-changes";
import { llamaListed } from "@/lib/sources/llama-prices";
import { llamaYields } from "@/lib/sources/llama-yields";
import { meteoraPools } from "@/lib/sources/meteora/pools";
import { okxAnnouncements } from "@/lib/sources/okx/announcements";
import { okxCandles } from "@/lib/sources/okx/candles";
import { okxRatios } from "@/lib/sources/okx/statistics";
import { rugcheckReport } from "@/lib/sources/rugcheck";
import { solanaBalance } from "@/lib/sources/solana-rpc";
import type { Source } from "@/lib/sources/source";
import { HOURLY } from "@/lib/sources/spot-hours";
import { SPOT_MARKETS } from "@/lib/sources/spot-markets";
import { treasuryYear } from "@/lib/sources/treasury";
import { krakenListings } from "@/lib/sources/kraken-listings";
import { upbitNotices } from "@/lib/sources/upbit";
import { weekCalendar } from "@/lib/sources/week-calendar";
import { yahooSpx } from "@/lib/sources/yahoo";

/** Something that is read of a provider, and when what it says is an alarm. */
export interface Probe {
  source: Source<unknown>;
  /** How much of the value our desks can use; without one, how long its longest list is. */
  yieldOf?: (value: never, now: Date) => number;
  /** Data older than this by its own time is stale. */
  maxAgeMs?: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Each of these exchanges announces something about its spot market in any two weeks. */
const LISTINGS_WITHIN_MS = 14 * DAY_MS;

const announcing = (venue: Venue, source: Source<Announcement[]>): Probe => ({
  source,
  yieldOf: (value: readonly Announcement[], now: Date) =>
    value.filter(
      ({ title, publishedAt }) =>
        parseTitle(venue, title) !== null && now.getTime() - Date.parse(publishedAt) <= LISTINGS_WITHIN_MS,
    ).length,
});

const known = (name: string) => (value: Readonly<Record<string, unknown>>) => (value[name] === null ? 0 : 1);
/** News is written every day, statements by the Federal Reserve every week. */
const feed = (source: Source<unknown>, days = 1): Probe => ({ source, maxAgeMs: days * DAY_MS });

interface Subjects {
  /** A token on Solana that every provider knows. */
  mint: string;
  /** A contract on Base. */
  contract: string;
  heliusKey: string | undefined;
}

/** Bonk, and dollars on Base; their wallets hold nothing of ours. */
export const SUBJECTS = {
  mint: "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263",
  contract: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
} as const;
const WALLET = "0x000000000000000000000000000000000000dead";

/** At least one reading of every provider and every form of its answers that a desk rests on. */
export function probesFor({ mint, contract, heliusKey }: Subjects): Probe[] {
  return [
    announcing("Binance", binanceArticles("listings")),
    { source: binanceArticles("delistings") },
    announcing("OKX", okxAnnouncements("listings")),
    { source: okxAnnouncements("delistings") },
    announcing("Upbit", upbitNotices),
    announcing("Kraken", krakenListings),
    ...Object.values(SPOT_MARKETS).map((source) => ({ source })),
    { source: HOURLY.OKX("BTC") },
    { source: HOURLY.Binance("BTC") },
    { source: binanceCandles("BTC", "1h"), maxAgeMs: 2 * HOUR_MS },
    { source: binanceRatios("top-positions", "BTC") },
    { source: okxCandles("BTC", "1h"), maxAgeMs: 2 * HOUR_MS },
    { source: okxRatios("top-positions", "BTC") },
    { source: hyperliquidPerps },
    { source: coinbaseBtc, maxAgeMs: HOUR_MS },
    { source: krakenBtc },
    { source: yahooSpx, maxAgeMs: 5 * DAY_MS },
    { source: fredVix, maxAgeMs: 6 * DAY_MS },
    { source: fredReleases },
    { source: treasuryYear, maxAgeMs: 6 * DAY_MS },
    { source: fearGreed, maxAgeMs: 2 * DAY_MS },
    { source: fedCalendar },
    { source: weekCalendar },
    ...[coindesk, cointelegraph, decrypt, theBlock].map((source) => feed(source)),
    feed(fedPress, 21),
    { source: llamaChains },
    { source: llamaProtocols },
    { source: llamaYields },
    { source: llamaAirdrops },
    { source: llamaListed, maxAgeMs: HOUR_MS },
    { source: llamaListedChanges },
    { source: meteoraPools },
    { source: jupiterRecent },
    { source: jupiterTrending },
    { source: jupiterVerified },
    { source: dexscreenerProfiles },
    { source: dexscreenerPairs("solana", mint), yieldOf: known("token") },
    { source: geckoNewPools("solana") },
    { source: geckoTrendingPools("solana") },
    { source: rugcheckReport(mint), yieldOf: known("report") },
    { source: goplusReport("base", contract), yieldOf: known("report") },
    { source: honeypotCheck("base", contract), yieldOf: known("simulated") },
    { source: solanaMint(mint), yieldOf: known("mint") },
    { source: baseTokens(WALLET), yieldOf: () => 1 }, // an empty wallet is an answer
    { source: solanaBalance(mint) },
    ...(heliusKey === undefined ? [] : [{ source: heliusAssets(mint, heliusKey), yieldOf: () => 1 }]),
  ];
}
