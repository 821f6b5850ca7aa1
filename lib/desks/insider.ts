import { type Asset, ASSETS } from "@/lib/lounge/vocabulary";
import type { Insider, InsiderOf } from "./candidate";
import {
  countedViews,
  type CreatorView,
  type CreatorViews,
  recordLine,
  shortWallet,
  stanceWord,
  viewLine,
} from "./creator-views";

/** What an alpha desk has read beside its own inputs. */
export interface WithViews {
  /** Null when they weren't wanted or could not be read. */
  views: readonly CreatorView[] | null;
}

/** A desk's own inputs and creators' views, side by side; views that aren't wanted are not read. */
export async function besideViews<Inputs>(
  inputs: Promise<Inputs>,
  creators: CreatorViews,
  { includeInsider, now }: { includeInsider: boolean; now: Date },
): Promise<Inputs & WithViews> {
  const [own, views] = await Promise.all([inputs, includeInsider ? creators(now) : null]);
  return { ...own, views };
}

const stances = { long: "long", short: "short", neutral: "none" } as const;

/** Only creators with a record of their own are evidence for a candidate: its class decides between near scores. */
function insiderOn(asset: Asset, views: readonly CreatorView[], now: Date): Insider {
  const standing = countedViews(views, asset, now).filter(({ newcomer }) => !newcomer);
  return {
    signals: standing.map((view) => ({
      signalId: view.id,
      line: viewLine(view, now),
      stance: stances[stanceWord(view.stance)],
      publishedAt: view.publishedAt,
    })),
    kol: standing.map((view) => ({ creator: shortWallet(view.creator), line: recordLine(view) })),
  };
}

const NONE: Insider = { signals: [], kol: [] };

/** Views on what goes by an asset's ticker, where an exchange or a curated list gave the ticker. */
export const insiderBySymbol =
  (views: WithViews["views"], now: Date): InsiderOf =>
  ({ symbol }) => {
    const asset = ASSETS.find((one) => one === symbol?.toUpperCase());
    return asset === undefined ? NONE : insiderOn(asset, views ?? [], now);
  };

/** The contracts that are these assets on chains, in lower case but for Solana's. */
const CONTRACTS: Readonly<Record<string, Asset>> = {
  So11111111111111111111111111111111111111112: "SOL",
  "0x4200000000000000000000000000000000000006": "ETH", // of Base and other OP chains
  "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2": "ETH",
  "0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c": "BNB",
  "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599": "BTC",
};

/** Views on a token by its contract: its ticker is its maker's own word, and anybody may make a token called SOL. */
export const insiderByAddress =
  (views: WithViews["views"], now: Date): InsiderOf =>
  ({ address = "" }) => {
    const asset = CONTRACTS[address.startsWith("0x") ? address.toLowerCase() : address];
    return asset === undefined ? NONE : insiderOn(asset, views ?? [], now);
  };
