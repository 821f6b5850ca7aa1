import type { Reading } from "@/lib/sources/source";
import type { SpotHours, HourlyExchange } from "@/lib/sources/spot-hours";
import type { SpotExchange, SpotMarkets } from "@/lib/sources/spot-markets";
import { round } from "../round";

/** What the exchanges say of the coins that were announced. */
export interface MarketInputs {
  spot: Readonly<Record<SpotExchange, Reading<SpotMarkets>>>;
  /** Hours of those that are shown, by ticker in capitals, with the exchange that they are of. */
  hours: Readonly<Record<string, { venue: HourlyExchange; reading: Reading<SpotHours> }>>;
}

/** Exchanges that trade a ticker now; null while no list could be read. Two coins may share a ticker. */
export function tradedOn(ticker: string, { spot }: Pick<MarketInputs, "spot">): SpotExchange[] | null {
  const lists = Object.entries(spot) as [SpotExchange, Reading<SpotMarkets>][]; // as declared
  if (lists.every(([, { value }]) => value === null)) return null;
  return lists.filter(([, { value }]) => marketOf(value, ticker).length > 0).map(([name]) => name);
}

/** Whether an exchange's own list has a ticker; null where its list is not read, or could not be. */
export function isTradedBy(
  venue: string,
  ticker: string,
  { spot }: Pick<MarketInputs, "spot">,
): boolean | null {
  const own = Object.entries(spot).find(([name]) => name === venue)?.[1].value ?? null;
  return own === null ? null : marketOf(own, ticker).length > 0;
}

const marketOf = (markets: SpotMarkets | null, ticker: string): readonly string[] =>
  markets !== null && Object.hasOwn(markets, ticker.toUpperCase())
    ? (markets[ticker.toUpperCase()] ?? [])
    : [];

/** Whether Upbit trades it against won, by the title or by its list; null where neither says. */
export function hasKrwPair(
  ticker: string,
  markets: readonly string[],
  { spot }: Pick<MarketInputs, "spot">,
): boolean | null {
  if (markets.includes("KRW")) return true;
  return spot.Upbit.value === null ? null : marketOf(spot.Upbit.value, ticker).includes("KRW");
}

/** The exchange of those with hours that trades it against tether: the announcing one, else OKX, else Binance. */
export function hourlyVenue(
  ticker: string,
  announcedBy: string,
  { spot }: Pick<MarketInputs, "spot">,
): HourlyExchange | null {
  const trading = (["OKX", "Binance"] as const).filter((name) =>
    marketOf(spot[name].value, ticker).includes("USDT"),
  );
  return trading.find((name) => name === announcedBy) ?? trading[0] ?? null;
}

const HOUR_MS = 3_600_000;

export interface Since {
  venue: HourlyExchange;
  /** The first hour that is compared: that of the announcement, or of the first trade after it. */
  from: string;
  priceThenUsd: number;
  priceUsd: number;
  changePct: number;
  volumeUsd: number;
}

/** Price and volume since the announcement, by whole hours; null where nobody has traded it since. */
export function sinceAnnounced(ticker: string, publishedAt: string, { hours }: MarketInputs): Since | null {
  const found = hours[ticker.toUpperCase()];
  const start = Math.floor(Date.parse(publishedAt) / HOUR_MS) * HOUR_MS;
  const after = (found?.reading.value ?? []).filter(([at]) => at >= start);
  const [first, last] = [after[0], after.at(-1)];
  if (found === undefined || first === undefined || last === undefined) return null;
  const [at, then] = first;
  const [, , now] = last;
  return {
    venue: found.venue,
    from: new Date(at).toISOString(),
    priceThenUsd: then,
    priceUsd: now,
    changePct: round(100 * (now / then - 1), 2),
    volumeUsd: round(
      after.reduce((sum, [, , , traded]) => sum + traded, 0),
      0,
    ),
  };
}
