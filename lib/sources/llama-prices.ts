import * as z from "zod";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { BASE_TOKENS, WRAPPED_SOL } from "./listed-tokens";
import { batchId } from "./batch-id";
import { type Reduced, type Source, SourceError } from "./source";

/**
 * DefiLlama's prices by `{chain}:{address}`. What it has no price for is absent; `decimals` may be missing; it says how
 * far it trusts a price (`confidence`, 0 to 1), and old prices come with the rest.
 */
const MIN_CONFIDENCE = 0.5;

const answered = z.object({ coins: z.record(z.string(), z.unknown()) });
const coin = z.object({
  id: z.string(),
  price: z.number().positive(),
  timestamp: z.int().positive(),
  confidence: z.number().nullish(),
});

/** US dollars by `{chain}:{address}`. */
const prices = z.record(z.string(), z.number().positive());
export type Prices = z.infer<typeof prices>;

/** A price older than this is of a market that has stopped. */
const MAX_AGE_MS = 2 * 3_600_000;

/** The prices of those that were asked for; dated by the oldest of them. */
export function reducePrices(answer: unknown, asked: readonly string[], now: Date): Reduced<Prices> {
  const rows = Object.entries(accept(answered, answer).coins).map(([id, row]) =>
    typeof row === "object" ? { ...row, id } : row,
  );
  const wanted = new Set(asked);
  const good = acceptRows(coin, rows).filter(
    ({ id, timestamp, confidence }) =>
      wanted.has(id) &&
      (confidence ?? 1) >= MIN_CONFIDENCE &&
      now.getTime() - timestamp * 1_000 <= MAX_AGE_MS,
  );
  const oldest = Math.min(...good.map(({ timestamp }) => timestamp));
  return {
    value: Object.fromEntries(good.map(({ id, price }) => [id, price])),
    asOf: good.length === 0 ? null : new Date(oldest * 1_000),
  };
}

const pricesOf = (id: string, ids: readonly string[], all: boolean): Source<Prices> => ({
  id,
  version: 1,
  provider: "DefiLlama",
  address: () => ({ host: "coins.llama.fi", path: `/prices/current/${ids.join(",")}` }),
  answer: jsonAnswer((answer, now) => {
    const reduced = reducePrices(answer, ids, now);
    // Of what everybody trades there always is a price.
    if (all && Object.keys(reduced.value).length === 0)
      throw new SourceError("suspect_empty", "no price at all");
    return reduced;
  }),
  kept: prices,
  freshMs: 60_000,
  staleMs: 10 * 60_000,
  maxBytes: 200_000,
  bucket: { name: "llama-prices", perMinute: 300 },
});

export const baseCoin = (contract: string): string => `base:${contract}`;
export const solanaCoin = (mint: string): string => `solana:${mint}`;

/** SOL, ETH and the listed tokens of Base: the same batch for every wallet. */
export const llamaListed: Source<Prices> = pricesOf(
  "llama.listed",
  [solanaCoin(WRAPPED_SOL), ...BASE_TOKENS.map(({ id }) => baseCoin(id))],
  true,
);

/** Other tokens on Solana, by mint. The batch names the source, whatever its order. */
export function llamaPrices(mints: readonly string[]): Source<Prices> {
  const sorted = [...mints].sort();
  return pricesOf(`llama.prices:${batchId(sorted)}`, sorted.map(solanaCoin), false);
}
