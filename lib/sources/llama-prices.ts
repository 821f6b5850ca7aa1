import * as z from "zod";
import { limits } from "../curated/plausibility";
import { type Doubt, openDoubts } from "./doubt";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { BASE_TOKENS, WRAPPED_SOL } from "./listed-tokens";
import { batchId } from "./batch-id";
import { MAX_CLOCK_SKEW_MS, type Reading, type Reduced, type Source, SourceError } from "./source";

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

const { least, most, staleMs: MAX_AGE_MS } = limits.tokenPrice;

type Coin = z.infer<typeof coin>;

/** Why a price is left out; null: it is not. One that is too old is of a market that has stopped. */
function whyNot({ price, timestamp, confidence }: Coin, now: Date): string | null {
  const age = now.getTime() - timestamp * 1_000;
  if (price < least || price > most) return `outside ${least} to ${most}`;
  if (age > MAX_AGE_MS || age < -MAX_CLOCK_SKEW_MS) return "of another time than the last two hours";
  const known = confidence ?? 1;
  return known >= MIN_CONFIDENCE && known <= 1 ? null : "of low confidence";
}

/** The prices of those that were asked for, dated by the oldest of them. What is left out has a doubt each, and costs nothing: it has no price. */
export function reducePrices(answer: unknown, asked: readonly string[], now: Date): Reduced<Prices> {
  const rows = Object.entries(accept(answered, answer).coins).map(([id, row]) =>
    typeof row === "object" ? { ...row, id } : row,
  );
  const wanted = new Set(asked);
  const doubts: Doubt[] = [];
  const good = acceptRows(coin, rows, doubts).filter((row) => {
    if (!wanted.has(row.id)) return false;
    const want = whyNot(row, now);
    if (want !== null)
      doubts.push({ path: row.id.slice(0, 80), rule: "bound", scope: "row", got: null, want, share: 0 });
    return want === null;
  });
  const oldest = Math.min(...good.map(({ timestamp }) => timestamp));
  return {
    value: Object.fromEntries(good.map(({ id, price }) => [id, price])),
    asOf: good.length === 0 ? null : new Date(oldest * 1_000),
    doubts: doubts.slice(0, MOST_NAMED),
  };
}

/** Doubts that are named. */
const MOST_NAMED = 10;

/** What of the prices is believed. */
export function believedPrices({ value, doubts }: Reading<Prices>): Prices | null {
  if (value === null) return null;
  const doubted = new Set(openDoubts({ doubts }).map(({ path }) => path));
  return Object.fromEntries(Object.entries(value).filter(([id]) => !doubted.has(id)));
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

const STABLE = new Set(BASE_TOKENS.filter(({ stable }) => stable).map(({ id }) => baseCoin(id)));

/** SOL, ETH and the listed tokens of Base: the same batch for every wallet. */
export const llamaListed: Source<Prices> = {
  ...pricesOf("llama.listed", [solanaCoin(WRAPPED_SOL), ...BASE_TOKENS.map(({ id }) => baseCoin(id))], true),
  baseline: (value) => value,
  steps: (id) => (STABLE.has(id) ? limits.steps.stable : limits.steps.listedToken),
};

/** Other tokens on Solana, by mint. The batch names the source, whatever its order. */
export function llamaPrices(mints: readonly string[]): Source<Prices> {
  const sorted = [...mints].sort();
  return pricesOf(`llama.prices:${batchId(sorted)}`, sorted.map(solanaCoin), false);
}
