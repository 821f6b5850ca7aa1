import { baseBalance, baseTokens, type ListedBalances } from "@/lib/sources/base-rpc";
import { BATCH, dexscreenerTokens, type DexToken } from "@/lib/sources/dexscreener";
import { ONE_PROVIDER, type ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { heliusAssets } from "@/lib/sources/helius";
import { type Holdings, valueOf } from "@/lib/sources/holdings";
import { SOLANA_TOKENS } from "@/lib/sources/listed-tokens";
import { type Changes, llamaChanges, llamaListedChanges } from "@/lib/sources/llama-changes";
import { llamaListed, llamaPrices, type Prices } from "@/lib/sources/llama-prices";
import { solanaBalance, solanaTokens, type TokenBalances } from "@/lib/sources/solana-rpc";
import type { Reading } from "@/lib/sources/source";
import type { Addresses } from "./addresses";

/** A wallet on Solana: by an indexer, or by the public node when that is down. */
export interface SolanaInputs {
  address: string;
  assets: Reading<Holdings>;
  /** Null when the indexer answered: then the node is not asked. */
  node: {
    balance: Reading<string>;
    tokens: readonly [Reading<TokenBalances>, Reading<TokenBalances>];
  } | null;
  /** Prices of those that the indexer has none for; null when there is none to ask for. */
  prices: Reading<Prices> | null;
  /** Pools of unverified tokens; null when there is none to ask for. */
  pools: Reading<DexToken[]> | null;
  /** What its most valuable tokens gained in 24 hours; null when there is none to ask for. */
  changes: Reading<Changes> | null;
}

export interface BaseInputs {
  address: string;
  balance: Reading<string>;
  tokens: Reading<ListedBalances>;
}

export interface WalletInputs {
  solana: SolanaInputs | null;
  base: BaseInputs | null;
  /** Prices of the native coins and of Base's list. */
  listed: Reading<Prices>;
  /** What they gained in 24 hours. */
  listedChanges: Reading<Changes>;
}

/** Unpriced tokens that a price is asked for. */
const MAX_UNPRICED = 40;
/** Of so many of the most valuable tokens the change is asked for. */
const MAX_CHANGES = 30;
/** Unverified tokens under this are dust and not looked at further. */
export const DUST_USD = 1;

/**
 * Both chains and the prices at once; the rest of Solana's follows from what is held there. Without a key nothing of
 * Solana is read: the desk refuses such wallets first.
 */
export async function gatherWallet(
  read: ReadSources,
  context: ReadContext,
  { solana, base }: Addresses,
  heliusKey: string | undefined,
): Promise<WalletInputs> {
  const once = { ...context, patience: ONE_PROVIDER }; // nothing stands behind a chain's node, nor behind the prices
  const [{ listed, listedChanges }, onSolana, onBase] = await Promise.all([
    read({ listed: llamaListed, listedChanges: llamaListedChanges }, once),
    solana === null || heliusKey === undefined
      ? null
      : gatherSolana(read, base === null ? once : context, solana, heliusKey, base === null),
    base === null ? null : gatherBase(read, once, base),
  ]);
  return { solana: onSolana, base: onBase, listed, listedChanges };
}

const gatherBase = async (read: ReadSources, context: ReadContext, address: string): Promise<BaseInputs> => ({
  address,
  ...(await read({ balance: baseBalance(address), tokens: baseTokens(address) }, context)),
});

async function gatherSolana(
  read: ReadSources,
  context: ReadContext,
  address: string,
  heliusKey: string,
  isAlone: boolean,
): Promise<SolanaInputs> {
  // Beside a wallet on Base the node stands behind the indexer: time that a second attempt would take is kept for it.
  // Alone, what the node knows is too little to sell.
  const quick = { ...context, retrySlow: false };
  const { assets } = await read({ assets: heliusAssets(address, heliusKey) }, quick);
  if (assets.value === null && isAlone)
    return { address, assets, node: null, prices: null, pools: null, changes: null };
  if (assets.value === null) {
    const { balance, first, second } = await read(
      {
        balance: solanaBalance(address),
        first: solanaTokens(address, "tokens"),
        second: solanaTokens(address, "tokens-2022"),
      },
      context,
    );
    return {
      address,
      assets,
      node: { balance, tokens: [first, second] },
      prices: null,
      pools: null,
      changes: null,
    };
  }
  return { address, assets, node: null, ...(await gatherMarket(read, context, assets.value)) };
}

const VERIFIED = new Set(SOLANA_TOKENS.map(({ id }) => id));

/** Prices that are lacking, and the pools of whatever unverified token claims to be worth something. */
async function gatherMarket(
  read: ReadSources,
  context: ReadContext,
  { tokens }: Holdings,
): Promise<Pick<SolanaInputs, "prices" | "pools" | "changes">> {
  const unpriced = tokens.filter(({ priceUsd }) => priceUsd === null).slice(0, MAX_UNPRICED);
  // In the order in which they are kept: the most valuable first, then those whose price is yet to be had.
  const doubtful = tokens
    .filter((token) => !VERIFIED.has(token.id) && (token.priceUsd === null || valueOf(token) >= DUST_USD))
    .slice(0, BATCH);
  const worthy = tokens.filter((token) => valueOf(token) >= DUST_USD).slice(0, MAX_CHANGES);
  const [prices, pools, changes] = await Promise.all([
    unpriced.length === 0 ? null : read({ prices: llamaPrices(unpriced.map(({ id }) => id)) }, context),
    doubtful.length === 0
      ? null
      : read(
          {
            pools: dexscreenerTokens(
              "solana",
              doubtful.map(({ id }) => id),
            ),
          },
          context,
        ),
    worthy.length === 0 ? null : read({ changes: llamaChanges(worthy.map(({ id }) => id)) }, context),
  ]);
  return {
    prices: prices?.prices ?? null,
    pools: pools?.pools ?? null,
    changes: changes?.changes ?? null,
  };
}
