import * as z from "zod";
import { acceptRows, textAnswer } from "./fetcher/answer";
import { heldToken, type HeldToken, type Holdings, holdings, isSingular, kept, rawAmount } from "./holdings";
import { rpcBody, rpcResult } from "./json-rpc";
import { type Reduced, type Source, SourceError } from "./source";
import { shortName } from "./text/short-name";

/**
 * Helius' DAS API: `searchAssets` for the fungible tokens of a wallet with prices, and its SOL. Quirks met here: the
 * native balance may be `{"error": …}` under HTTP 200; whole numbers exceed 2^53; `total` counts the page and `cursor`
 * is there on the last page too, so that only a page that is not full is known to be the last.
 */
const PAGE = 1_000;

const item = z.object({
  id: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  interface: z.string(),
  burnt: z.boolean().nullish(),
  content: z.object({ metadata: z.object({ symbol: z.string().nullish() }).nullish() }).nullish(),
  token_info: z
    .object({
      symbol: z.string().nullish(),
      balance: rawAmount.nullish(),
      decimals: z.int().min(0).max(255).nullish(),
      price_info: z
        .object({ price_per_token: z.number().nullish(), currency: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
});

const result = z.object({
  total: z.int().min(0),
  limit: z.int().min(1),
  items: z.array(z.unknown()),
  nativeBalance: z
    .object({
      lamports: rawAmount.nullish(),
      price_per_sol: z.number().nullish(),
      error: z.unknown().optional(),
    })
    .nullish(),
});

const FUNGIBLE = new Set(["FungibleToken", "FungibleAsset"]);
const DOLLARS = new Set(["USDC", "USD"]);
const positive = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && value > 0 ? value : null;

export function reduceAssets(text: string): Reduced<Holdings> {
  const { total, limit, items, nativeBalance } = rpcResult(result, text);
  if (total > 0 && items.length === 0) throw new SourceError("suspect_empty", "a page without its items");
  const read = acceptRows(item, items).map(toToken);
  // Each mint once: listed twice it would be worth twice as much.
  const found = [...new Map(read.flatMap((tokens) => tokens ?? []).map((one) => [one.id, one])).values()];
  const lamports = nativeBalance?.lamports ?? null;
  const tokens = kept(found);
  return {
    value: {
      native:
        lamports === null || nativeBalance?.error !== undefined
          ? null
          : { raw: lamports, priceUsd: positive(nativeBalance?.price_per_sol) },
      tokens,
      held: found.length,
      complete:
        items.length < limit &&
        items.length >= total &&
        read.length === items.length &&
        !read.includes(null) &&
        tokens.length === found.length,
    },
    asOf: null,
  };
}

/** No token for an asset that is not fungible or was burnt; null for one of which the answer does not say how much is held. */
function toToken({
  id,
  interface: kind,
  burnt,
  content,
  token_info,
}: z.infer<typeof item>): HeldToken[] | null {
  const { balance, decimals, price_info, symbol } = token_info ?? {};
  if (!FUNGIBLE.has(kind) || burnt === true) return [];
  if (!balance || typeof decimals !== "number") return null;
  const token = {
    id,
    symbol: shortName(symbol || content?.metadata?.symbol || ""),
    raw: balance,
    decimals,
    priceUsd: DOLLARS.has(price_info?.currency ?? "") ? positive(price_info?.price_per_token) : null,
  };
  return /^0+$/.test(balance) || isSingular(token) ? [] : [heldToken.parse(token)];
}

/** All of a wallet at once. `owner` is an address that was checked before. */
export const heliusAssets = (owner: string, apiKey: string): Source<Holdings> => ({
  id: `helius.assets:${owner}`,
  version: 1,
  provider: "Helius",
  address: () => ({
    host: "mainnet.helius-rpc.com",
    path: "/",
    query: { "api-key": apiKey },
    body: rpcBody("searchAssets", {
      ownerAddress: owner,
      tokenType: "fungible",
      page: 1,
      limit: PAGE,
      options: { showNativeBalance: true, showZeroBalance: false },
    }),
  }),
  answer: textAnswer(reduceAssets),
  kept: holdings,
  freshMs: 60_000,
  staleMs: 10 * 60_000,
  maxBytes: 8_000_000,
  bucket: { name: "helius", perMinute: 120 },
});
