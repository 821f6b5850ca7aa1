import * as z from "zod";
import { batchId } from "./batch-id";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { baseCoin, solanaCoin } from "./llama-prices";
import { BASE_TOKENS, WRAPPED_SOL } from "./listed-tokens";
import type { Reduced, Source } from "./source";

/** DefiLlama's changes of prices over 24 hours, in percent, by `{chain}:{address}`; what it does not know is absent. */
const changes = z.record(z.string(), z.number().gt(-100));
export type Changes = z.infer<typeof changes>;

const answered = z.object({ coins: z.record(z.string(), z.unknown()) });
/** Nothing loses all of its price and still has one; what rose ten thousandfold in a day had none. */
const row = z.tuple([z.string(), z.number().gt(-100).lt(1e6)]);

export function reduceChanges(answer: unknown, asked: readonly string[]): Reduced<Changes> {
  const wanted = new Set(asked);
  const rows = acceptRows(row, Object.entries(accept(answered, answer).coins));
  return { value: Object.fromEntries(rows.filter(([id]) => wanted.has(id))), asOf: null };
}

const changesOf = (id: string, ids: readonly string[]): Source<Changes> => ({
  id,
  version: 1,
  provider: "DefiLlama",
  address: () => ({
    host: "coins.llama.fi",
    path: `/percentage/${ids.join(",")}`,
    query: { period: "24h" },
  }),
  answer: jsonAnswer((answer) => reduceChanges(answer, ids)),
  kept: changes,
  freshMs: 5 * 60_000,
  staleMs: 30 * 60_000,
  maxBytes: 100_000,
  bucket: { name: "llama-prices", perMinute: 300 },
});

/** Of SOL, ETH and the listed tokens of Base: the same batch for every wallet. */
export const llamaListedChanges: Source<Changes> = changesOf("llama.listed-changes", [
  solanaCoin(WRAPPED_SOL),
  ...BASE_TOKENS.map(({ id }) => baseCoin(id)),
]);

/** Of tokens on Solana, by mint. The batch names the source, whatever its order. */
export function llamaChanges(mints: readonly string[]): Source<Changes> {
  const sorted = [...mints].sort();
  return changesOf(`llama.changes:${batchId(sorted)}`, sorted.map(solanaCoin));
}
