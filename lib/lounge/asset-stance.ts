import type { Asset, Stance } from "./vocabulary";

const ASSET_NAMES: Readonly<Record<string, Asset>> = {
  ...{ btc: "BTC", bitcoin: "BTC", eth: "ETH", ether: "ETH", ethereum: "ETH" },
  ...{ sol: "SOL", solana: "SOL", bnb: "BNB" },
};
const STANCE_NAMES: Readonly<Record<string, Stance>> = { long: "long", short: "short", neutral: "neutral" };

const onlyOne = <T>(named: Readonly<Record<string, T>>, categories: readonly string[]): T | null => {
  const found = new Set(
    categories.flatMap((category) => (Object.hasOwn(named, category) ? [named[category]] : [])),
  );
  const [one] = found;
  return found.size === 1 && one !== undefined ? one : null;
};

/**
 * What a signal says of which asset, by its categories alone: one known asset and exactly one stance, or neither. What
 * names two of either says nothing that could be held against it.
 */
export function assetAndStance(categories: readonly string[]): {
  asset: Asset | null;
  stance: Stance | null;
} {
  const [asset, stance] = [onlyOne(ASSET_NAMES, categories), onlyOne(STANCE_NAMES, categories)];
  return asset === null || stance === null ? { asset: null, stance: null } : { asset, stance };
}
