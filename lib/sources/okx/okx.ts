import * as z from "zod";
import { accept, acceptRows } from "../fetcher/answer";
import { type Address, SourceError } from "../source";
import type { Coin } from "../derivatives";

/**
 * OKX's public market data. Every answer is `{code, msg, data}`; a refusal comes with status 200 and a `code` other
 * than "0". Numbers are strings, rows come newest first.
 */
export const OKX = { version: 2, provider: "OKX", maxBytes: 500_000 } as const;

/** The swap that is settled in USDT, the most traded of each coin. */
export const instrument = (coin: Coin): string => `${coin}-USDT-SWAP`;

export const okxAddress = (path: string, query: Readonly<Record<string, string>>) => (): Address => ({
  host: "www.okx.com",
  path: `/api/v5${path}`,
  query,
});

const envelope = z.object({ code: z.string(), data: z.array(z.unknown()).optional() });

/** Codes by which OKX says that it is asked too often. */
const TOO_OFTEN = new Set(["50011", "50061"]);
/** Codes by which it says that it can't answer just now. */
const UNAVAILABLE = new Set(["50001", "50004", "50013", "50026"]);

/** The rows of an answer that a schema accepts. Throws SourceError, also for a refusal with status 200. */
export function okxRows<S extends z.ZodType>(row: S, answer: unknown): z.output<S>[] {
  const { code, data = [] } = accept(envelope, answer);
  if (TOO_OFTEN.has(code)) throw new SourceError("rate_limited", "refused with status 200");
  if (UNAVAILABLE.has(code))
    throw new SourceError("http_error", "refused with status 200", { transient: true });
  if (code !== "0") throw new SourceError("schema", "refused with status 200");
  if (data.length === 0) throw new SourceError("suspect_empty", "no rows in the answer");
  return acceptRows(row, data);
}
