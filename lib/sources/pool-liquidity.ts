import * as z from "zod";
import { batchId } from "./batch-id";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import type { Reduced, Source } from "./source";

/**
 * DexScreener's pools of up to 30 tokens on Solana: what could be sold there. `liquidity` is absent on a bonding curve;
 * a token without a pool is absent itself, but so is what a full answer leaves out.
 */
export const MAX_MINTS = 30;
/** An answer of so many pools may have been cut; and one of none says nothing, not that there is none. */
const FULL = 30;

const pair = z.object({
  baseToken: z.object({ address: z.string() }),
  liquidity: z.object({ usd: z.number().min(0).nullish() }).nullish(),
});

/** US dollars in all pools of a token, by mint; null where that is unknown. */
const liquidity = z.record(z.string(), z.number().min(0).nullable());
export type Liquidity = z.infer<typeof liquidity>;

export function reduceLiquidity(answer: unknown, mints: readonly string[]): Reduced<Liquidity> {
  const pairs = acceptRows(pair, accept(z.array(z.unknown()), answer));
  const found = new Map<string, number | null>();
  for (const { baseToken, liquidity: of } of pairs) {
    const usd = of?.usd ?? null;
    const before = found.get(baseToken.address) ?? null;
    found.set(baseToken.address, usd === null ? before : (before ?? 0) + usd);
  }
  const absent = pairs.length === 0 || pairs.length >= FULL ? null : 0;
  return {
    value: Object.fromEntries(
      mints.map((mint) => [mint, found.has(mint) ? (found.get(mint) ?? null) : absent]),
    ),
    asOf: null,
  };
}

/** Liquidity of at most 30 mints. The batch names the source, whatever its order. */
export function poolLiquidity(mints: readonly string[]): Source<Liquidity> {
  const sorted = [...mints].sort().slice(0, MAX_MINTS);
  return {
    id: `dexscreener.liquidity:${batchId(sorted)}`,
    version: 1,
    provider: "DexScreener",
    address: () => ({ host: "api.dexscreener.com", path: `/tokens/v1/solana/${sorted.join(",")}` }),
    answer: jsonAnswer((answer) => reduceLiquidity(answer, sorted)),
    kept: liquidity,
    freshMs: 60_000,
    staleMs: 10 * 60_000,
    maxBytes: 2_000_000,
    bucket: { name: "dexscreener.pairs", perMinute: 300 },
  };
}
