import { coinbaseBtcDay, coinbaseEthDay, type DayOpen } from "@/lib/sources/coinbase";
import type { Feed } from "@/lib/sources/feeds";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";
import { COIN_PRICES, settlePrice } from "../coin-prices";
import { FEEDS } from "../headlines";
import type { LoungeTeasers, Teaser } from "../lounge";
import type { TICK_SYMBOLS } from "./vocabulary";

type TickSymbol = (typeof TICK_SYMBOLS)[number];

export interface MarketInputs {
  /** For each tick, the sources that were asked, in order of preference. */
  marks: Readonly<Record<TickSymbol, readonly Reading<Quote>[]>>;
  /** What it stood at 24 hours before. */
  dayOpen: Readonly<Record<TickSymbol, Reading<DayOpen>>>;
  feeds: readonly Reading<Feed>[];
  /** Null while the lounge can't be read. */
  teasers: readonly Teaser[] | null;
}

const TEASERS = 5;

export async function gatherMarket(
  read: ReadSources,
  context: ReadContext,
  loungeTeasers: LoungeTeasers,
): Promise<MarketInputs> {
  const asked = {
    ...COIN_PRICES,
    btcDay: coinbaseBtcDay,
    ethDay: coinbaseEthDay,
    ...FEEDS,
  } as const;
  const [{ BTC: first, krakenBtc, ETH: firstEth, krakenEth, btcDay, ethDay, ...feeds }, teasers] =
    await Promise.all([read(asked, context), loungeTeasers(TEASERS)]);
  const [BTC, ETH] = await Promise.all([
    settlePrice(read, context, "BTC", [first, krakenBtc]),
    settlePrice(read, context, "ETH", [firstEth, krakenEth]),
  ]);
  return {
    marks: { BTC, ETH },
    dayOpen: { BTC: btcDay, ETH: ethDay },
    ...{ feeds: Object.values(feeds), teasers },
  };
}
