import type { Venue } from "@/lib/accuracy/record";
import { coinbaseDailies, coinbasePathOf } from "@/lib/sources/coinbase-candles";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { krakenDailyOf, krakenPathOf } from "@/lib/sources/kraken-ohlc";
import { DAY_MS, type DailyCloses, type PricePath } from "@/lib/sources/price-history";
import type { Source } from "@/lib/sources/source";
import type { Asset } from "../vocabulary";
import { type Call, dueAt, type VenueHistory } from "./outcome";

interface VenueSources {
  venue: Venue;
  closes: (asset: Asset) => readonly Source<DailyCloses>[];
  path: (asset: Asset, day: number) => Source<PricePath>;
}

/** The exchanges of the verdicts' record, in the same order. */
const VENUES: readonly VenueSources[] = [
  { venue: "coinbase", closes: coinbaseDailies, path: coinbasePathOf },
  { venue: "kraken", closes: (asset) => [krakenDailyOf(asset)], path: krakenPathOf },
];

const dayAt = (ms: number): number => Math.floor(ms / DAY_MS);

/** What one exchange has of each call, every source read once. */
async function readVenue(
  { venue, closes, path }: VenueSources,
  calls: readonly Call[],
  read: ReadSources,
  context: ReadContext,
): Promise<VenueHistory[]> {
  const days = new Map(calls.flatMap(({ asset }) => closes(asset)).map((one) => [one.id, one] as const));
  const paths = new Map(
    calls
      .flatMap((call) => [path(call.asset, dayAt(call.publishedAt)), path(call.asset, dayAt(dueAt(call)))])
      .map((one) => [one.id, one] as const),
  );
  const [ofDays, ofPaths] = await Promise.all([
    read(Object.fromEntries(days), context),
    read(Object.fromEntries(paths), context),
  ]);
  return calls.map((call) => {
    const stretches = closes(call.asset).map(({ id }) => ofDays[id]?.value ?? null);
    return {
      venue,
      closes: stretches.includes(null) ? null : stretches.flatMap((one) => one ?? []),
      start: ofPaths[path(call.asset, dayAt(call.publishedAt)).id]?.value ?? null,
      end: ofPaths[path(call.asset, dayAt(dueAt(call))).id]?.value ?? null,
    };
  });
}

/**
 * What the exchanges have of each call. The second is asked only for those that `isOpen` after the first: both of a
 * signal's prices are of one exchange.
 */
export async function readHistories(
  calls: readonly Call[],
  isOpen: (call: Call, histories: readonly VenueHistory[]) => boolean,
  read: ReadSources,
  context: ReadContext,
): Promise<VenueHistory[][]> {
  const found: VenueHistory[][] = calls.map(() => []);
  for (const venue of VENUES) {
    const open = calls.flatMap((call, at) => (isOpen(call, found[at] ?? []) ? [{ call, at }] : []));
    if (open.length === 0) break;
    const histories = await readVenue(
      venue,
      open.map(({ call }) => call),
      read,
      context,
    );
    open.forEach(({ at }, index) => {
      const one = histories[index];
      if (one !== undefined) found[at]?.push(one);
    });
  }
  return found;
}
