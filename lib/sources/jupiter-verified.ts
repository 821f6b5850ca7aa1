import * as z from "zod";
import { checkUnreadable } from "./fetcher/answer";
import { jsonElements } from "./fetcher/json-elements";
import { JUPITER, jupiterAddress } from "./jupiter";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";
import { amount, SOLANA_ADDRESS } from "./token-fields";

/**
 * Tokens that Jupiter's community has verified: whose names others borrow. Several megabytes of full token rows, read
 * row by row; of those that still trade, name and mint are kept.
 */
const row = z.object({
  id: z.string().regex(SOLANA_ADDRESS),
  name: z.string(),
  symbol: z.string(),
  liquidity: amount,
});

const kept = z.array(z.tuple([z.string(), z.string(), z.string()]));
/** `[mint, name, symbol]`, the deepest first. */
export type VerifiedTokens = z.infer<typeof kept>;

/** Nobody pretends to be what nobody trades; and the deepest are enough if ever there are more. */
const MIN_LIQUIDITY_USD = 10_000;
const KEPT = 3_000;

export async function reduceVerified(chunks: AsyncIterable<Uint8Array>): Promise<Reduced<VerifiedTokens>> {
  const found: z.infer<typeof row>[] = [];
  let rows = 0;
  let unreadable = 0;
  for await (const elements of jsonElements(chunks, { maxElementBytes: 200_000 })) {
    rows += elements.length;
    for (const element of elements) {
      const read = row.safeParse(element);
      if (!read.success) unreadable++;
      else if ((read.data.liquidity ?? 0) >= MIN_LIQUIDITY_USD) found.push(read.data);
    }
  }
  checkUnreadable(unreadable, rows);
  if (found.length === 0) throw new SourceError("suspect_empty", "no verified token trades");
  const value = found
    .sort((a, b) => (b.liquidity ?? 0) - (a.liquidity ?? 0))
    .slice(0, KEPT)
    .map(({ id, name, symbol }): [string, string, string] => [id, cleanText(name), cleanText(symbol)]);
  return { value, asOf: null };
}

export const jupiterVerified: Source<VerifiedTokens> = {
  ...JUPITER,
  id: "jupiter.verified",
  address: jupiterAddress("/tokens/v2/tag", { query: "verified" }),
  answer: reduceVerified,
  kept,
  freshMs: 6 * 3_600_000,
  staleMs: 48 * 3_600_000,
  maxBytes: 40_000_000,
};
