import * as z from "zod";
import { describe, log } from "@/lib/http/log";
import { type RpcClient, rpcClient } from "@/lib/chains/json-rpc";
import { solanaNodes } from "@/lib/chains/nodes";
import { objectionToMint } from "@/lib/chains/token-mint";
import { tokenPrice } from "@/lib/payments/token/amounts";
import { knownMarket, shareMarket, type TokenMarket } from "@/lib/payments/token/market";
import type { OwnToken } from "@/lib/payments/token/own-token";
import { dexscreenerPairs } from "@/lib/sources/dexscreener";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { readSources } from "@/lib/sources/read-sources";
import { geckoCandles } from "@/lib/sources/geckoterminal-candles";
import { hourAverage } from "./average";

const Info = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) }).nullable(),
});

/** What is wrong with the mint on the finalized chain, or that it can't be asked: no offer then. */
async function judgeMint(ask: RpcClient, token: OwnToken): Promise<string | null> {
  try {
    const options = { encoding: "base64", commitment: "finalized" };
    const { value } = Info.parse(await ask("getAccountInfo", [token.mint, options]));
    return objectionToMint(value && { owner: value.owner, data: value.data[0] }, token);
  } catch (error) {
    log.warn("mint_not_read", { why: describe(error) });
    return "The mint can't be read at the moment.";
  }
}

/** Reads the token's market anew; null where a price can't be had. */
export async function readMarketWith(
  read: ReadSources,
  ask: RpcClient,
  token: OwnToken,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<TokenMarket | null> {
  const context = { now, signal, stale: "serve" as const, startedMs: performance.now() };
  const [{ pairs, candles }, mint] = await Promise.all([
    read({ pairs: dexscreenerPairs("solana", token.mint), candles: geckoCandles(token.pool) }, context),
    judgeMint(ask, token),
  ]);
  const spot = tokenPrice(pairs.value?.token?.priceUsd ?? null);
  const average = candles.value && tokenPrice(hourAverage(candles.value, now.getTime()));
  const liquidityUsd = pairs.value?.token?.liquidityUsd ?? null;
  const readAt = [pairs.fetchedAt, candles.fetchedAt].map((at) => Date.parse(at ?? ""));
  if (spot === null || average === null || liquidityUsd === null || readAt.some(Number.isNaN)) return null;
  const source = `${pairs.provider}, ${candles.provider}`;
  return { spot, average, liquidityUsd, source, at: Math.min(...readAt), mint };
}

/** What is known is not read again before. */
const FRESH_MS = 20_000;

/**
 * What is known of the token's market, read anew where it is not of just now, and shared with all instances. Whoever calls
 * this each minute keeps the offers of every 402 alive.
 */
export async function currentMarket(
  token: OwnToken,
  call: { now: Date; signal: AbortSignal },
): Promise<Awaited<ReturnType<typeof knownMarket>>> {
  const known = await knownMarket();
  if (known.market !== null && call.now.getTime() - known.market.at < FRESH_MS) return known;
  const [node = ""] = solanaNodes();
  const market = await readMarketWith(readSources, rpcClient(node, call.signal), token, call);
  if (market === null) return known;
  await shareMarket(market).catch((error: unknown) =>
    log.warn("token_market_not_shared", { why: describe(error) }),
  );
  return { ...known, market };
}
