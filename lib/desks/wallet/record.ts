import type { AnswerOf } from "@/lib/catalog/define";
import { amountOf, type HeldToken } from "@/lib/sources/holdings";
import type { ListedToken } from "@/lib/sources/listed-tokens";
import { compactUsd } from "../compact-usd";
import { depegsOf, isStable } from "../depeg";
import { round } from "../round";
import type { EXCLUSIONS } from "./answer";
import type { walletEntry } from "./entry";
import { DUST_USD } from "./gather";

type WalletRecord = AnswerOf<typeof walletEntry>["wallet"];
type Token = NonNullable<WalletRecord["tokens"]>[number];
type Exclusion = (typeof EXCLUSIONS)[number];

/** A wallet as far as it is known, from any source. */
export interface Wallet {
  chain: WalletRecord["chain"];
  address: string;
  symbol: WalletRecord["native"]["symbol"];
  decimals: number;
  /** Base units of the native coin; null when unread. */
  native: string | null;
  nativePriceUsd: number | null;
  /** Null when unread. */
  tokens: readonly HeldToken[] | null;
  held: number | null;
  complete: boolean;
  /** Whether prices could be asked for at all. Without, nothing is said of shares. */
  priceable: boolean;
  listed: ReadonlyMap<string, ListedToken>;
  /** What a holding gained in 24 hours, in percent, by mint or contract, of the native coin by its symbol; null when unknown. */
  changePct(id: string): number | null;
  /** Dollars in a token's pools; null when unknown. */
  liquidity(id: string): number | null;
}

const SHOWN = 50;

/**
 * The wallet with its figures. w = value ÷ total over the native coin and the tokens that are not excluded; HHI = Σ w².
 * Docs: docs/method.md, "Wallet".
 */
export function recordOf(wallet: Wallet): WalletRecord {
  const { chain, address, symbol, decimals, native, nativePriceUsd, tokens, held } = wallet;
  const coins = native === null ? null : amountOf({ raw: native, decimals });
  const nativeUsd = coins === null || nativePriceUsd === null ? null : coins * nativePriceUsd;
  const rows = (tokens ?? []).map((token) => rowOf(token, wallet));
  const counted = rows.filter(({ excluded }) => excluded === null);

  const holdings: Holding[] = [
    ...(nativeUsd === null ? [] : [{ id: symbol, name: symbol, usd: nativeUsd, stable: false }]),
    ...counted.map(({ id, valueUsd, priceUsd }) => ({
      id,
      name: wallet.listed.get(id)?.symbol ?? "an unverified token",
      usd: valueUsd ?? 0,
      stable: wallet.listed.get(id)?.stable === true && isStable(priceUsd ?? 0),
    })),
  ];
  const total = holdings.length === 0 ? null : holdings.reduce((sum, { usd }) => sum + usd, 0);
  // Of a checked token there is a price: where none came, how much of all it is nobody knows, nor of the others.
  const lacksPrice = rows.some(({ verified, priced }) => verified && !priced);
  const known = wallet.priceable && tokens !== null && nativeUsd !== null && !lacksPrice;
  const shares = known ? sharesOf(holdings) : null;
  const countOf = (test: (row: Token) => boolean): number | null =>
    tokens === null ? null : rows.filter(test).length;

  const record: Omit<WalletRecord, "summary"> = {
    chain,
    address,
    native: {
      symbol,
      amount: coins,
      amountRaw: native,
      priceUsd: nativePriceUsd,
      valueUsd: round(nativeUsd, 2),
    },
    tokens:
      tokens === null
        ? null
        : rows
            .sort(shownFirst)
            .slice(0, SHOWN)
            .map((row) => ({ ...row, valueUsd: round(row.valueUsd, 2) })),
    tokensHeld: held,
    totalPricedUsd: round(total, 2),
    unpricedCount: countOf(({ priced }) => !priced),
    dustCount: countOf(({ valueUsd }) => valueUsd !== null && valueUsd < DUST_USD),
    excludedCount: countOf(
      ({ excluded }) => excluded === "over_liquidity" || excluded === "liquidity_unknown",
    ),
    stablePct: shares === null ? null : round(100 * shares.stable, 2),
    top1Pct: shares === null ? null : round(100 * shares.top, 2),
    hhi: shares === null ? null : round(shares.hhi, 4),
    change24h: wallet.priceable ? changeOf(holdings, wallet) : null,
    complete: wallet.complete && native !== null && tokens !== null,
  };
  return { ...record, summary: summaryOf(record, holdings, shares, depegsIn(tokens ?? [], wallet.listed)) };
}

/** What counts stands first, the most valuable first; what strangers sent can't push it off the list. */
const shownFirst = (a: Token, b: Token): number =>
  Number(a.excluded !== null) - Number(b.excluded !== null) || (b.valueUsd ?? -1) - (a.valueUsd ?? -1);

/** The stablecoins that are held and off their dollar. */
export const depegsIn = (tokens: readonly HeldToken[], listed: Wallet["listed"]): string[] =>
  depegsOf(
    tokens.flatMap(({ id, priceUsd }) => {
      const known = listed.get(id);
      return known?.stable === true && priceUsd !== null ? [{ symbol: known.symbol, priceUsd }] : [];
    }),
  );

interface Holding {
  id: string;
  name: string;
  usd: number;
  stable: boolean;
}

function rowOf(token: HeldToken, { listed, liquidity }: Wallet): Token {
  const amount = amountOf(token);
  const known = listed.get(token.id);
  const value = token.priceUsd === null ? null : amount * token.priceUsd;
  const valueUsd = value !== null && Number.isFinite(value) ? value : null;
  return {
    id: token.id,
    symbol: known?.symbol ?? token.symbol,
    amount,
    amountRaw: token.raw,
    priceUsd: valueUsd === null ? null : token.priceUsd,
    valueUsd,
    priced: valueUsd !== null,
    verified: known !== undefined,
    excluded: exclusionOf(valueUsd, known !== undefined, liquidity(token.id)),
  };
}

/** Anybody may send a token and trade it with himself at any price: what its pools hold bounds what it is worth. */
function exclusionOf(
  valueUsd: number | null,
  verified: boolean,
  liquidityUsd: number | null,
): Exclusion | null {
  if (valueUsd === null) return "unpriced";
  if (verified) return null;
  if (valueUsd < DUST_USD) return "dust";
  if (liquidityUsd === null) return "liquidity_unknown";
  return valueUsd > liquidityUsd ? "over_liquidity" : null;
}

/** So much of the total must have a known change for the sum of changes to be told, percent. */
const MIN_CHANGE_SHARE = 90;

/**
 * What today's holdings gained in 24 hours: Σ (value − value ÷ (1 + change)). It knows nothing of what was bought or sold
 * in between. Null when the changes of less than 90 % of the total are known.
 */
function changeOf(holdings: readonly Holding[], { changePct }: Wallet): WalletRecord["change24h"] {
  const total = holdings.reduce((sum, { usd }) => sum + usd, 0);
  const known = holdings.flatMap(({ id, usd }) => {
    const pct = changePct(id);
    return pct === null ? [] : [{ usd, before: usd / (1 + pct / 100) }];
  });
  const now = known.reduce((sum, { usd }) => sum + usd, 0);
  const before = known.reduce((sum, one) => sum + one.before, 0);
  const ofPct = total > 0 ? (100 * now) / total : 0;
  if (ofPct < MIN_CHANGE_SHARE || !(before > 0) || !Number.isFinite(before)) return null;
  return { usd: round(now - before, 2), pct: round(100 * (now / before - 1), 2), ofPct: round(ofPct, 2) };
}

interface Shares {
  hhi: number;
  top: number;
  stable: number;
}

/** Null when there is nothing to divide by. */
function sharesOf(holdings: readonly Holding[]): Shares | null {
  const total = holdings.reduce((sum, { usd }) => sum + usd, 0);
  if (total <= 0) return null;
  const shares = holdings.map(({ usd }) => usd / total);
  return {
    hhi: shares.reduce((sum, share) => sum + share * share, 0),
    top: Math.max(...shares),
    stable: holdings.reduce((sum, { usd, stable }) => (stable ? sum + usd : sum), 0) / total,
  };
}

/** So many stablecoins off their dollar are named. */
const DEPEGS_IN_SUMMARY = 2;

/** Figures only, and no name but a verified one: at most 200 characters, whatever the wallet holds. */
function summaryOf(
  {
    chain,
    address,
    native,
    totalPricedUsd,
    unpricedCount,
    dustCount,
    complete,
  }: Omit<WalletRecord, "summary">,
  holdings: readonly Holding[],
  shares: Shares | null,
  depegs: readonly string[],
): string {
  const who = `${chain === "solana" ? "Solana" : "Base"} ${address.slice(0, 4)}…${address.slice(-4)}`;
  const held = holdings.filter(({ usd }) => usd > 0);
  const largest = held.reduce<Holding | null>((top, one) => (one.usd > (top?.usd ?? 0) ? one : top), null);
  const worth =
    totalPricedUsd === null
      ? `${native.amount === null ? "balance" : `${native.amount.toPrecision(6)} ${native.symbol}`} unpriced`
      : `${compactUsd(totalPricedUsd)} in ${held.length} ${held.length === 1 ? "asset" : "assets"}`;
  const shape =
    shares === null || largest === null
      ? ""
      : `, largest ${largest.name} ${(100 * shares.top).toFixed(1)}%; ${(100 * shares.stable).toFixed(1)}% stable`;
  const rest = unpricedCount === null ? "tokens unread" : `${unpricedCount} unpriced, ${dustCount ?? 0} dust`;
  const off = depegs
    .slice(0, DEPEGS_IN_SUMMARY)
    .map((one) => `; ${one}`)
    .join("");
  return `${who}: ${worth}${shape}${off}; ${rest}${complete ? "" : "; incomplete"}.`;
}
