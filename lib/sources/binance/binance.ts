import * as z from "zod";
import type { Coin } from "../derivatives";
import { accept, acceptRows } from "../fetcher/answer";
import { type Address, SourceError } from "../source";

/**
 * Binance's USD-M futures. Not served to some countries (451). Answers are bare arrays, oldest row first; a refusal may
 * come with status 200 as `{"status":"ERROR",…}` or `{"code":-1003,…}`.
 */
export const BINANCE = { version: 2, provider: "Binance", maxBytes: 500_000 } as const;

export const pair = (coin: Coin): string => `${coin}USDT`;

export const binanceAddress = (path: string, query: Readonly<Record<string, string>>) => (): Address => ({
  host: "fapi.binance.com",
  path,
  query,
});

const refusal = z.object({ code: z.union([z.number(), z.string()]) });
/** Codes by which Binance says that it is asked too often. */
const TOO_OFTEN = new Set(["-1003", "-1015"]);

/** Throws SourceError for a refusal that came with status 200. */
export function refuseRefusals(answer: unknown): void {
  const refused = refusal.safeParse(answer);
  if (!refused.success) return;
  const often = TOO_OFTEN.has(String(refused.data.code));
  throw new SourceError(often ? "rate_limited" : "schema", "refused with status 200");
}

/** The rows of an answer that a schema accepts. Throws SourceError, also for a refusal with status 200. */
export function binanceRows<S extends z.ZodType>(row: S, answer: unknown): z.output<S>[] {
  refuseRefusals(answer);
  const rows = accept(z.array(z.unknown()), answer);
  if (rows.length === 0) throw new SourceError("suspect_empty", "no rows in the answer");
  return acceptRows(row, rows);
}
