import * as z from "zod";
import { accept } from "./fetcher/answer";
import { SourceError } from "./source";
import { parseExactJson } from "./text/exact-json";

/** A JSON-RPC 2.0 request as the body of a POST. */
export const rpcBody = (method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

const answered = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number().nullish(), message: z.string().nullish() }).nullish(),
});

/** Codes by which nodes say "too often", whatever the HTTP status: Helius, Solana's own nodes, Base's. */
const TOO_OFTEN = new Set([429, -32429, -32005, -32016]);

/**
 * The result of an answer whose long whole numbers came as strings of digits. Throws SourceError: `rate_limited` when
 * the node refuses for that, `schema` for another error (errors come with HTTP 200) and for an answer without a result.
 */
export function rpcResult<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const { result, error } = accept(answered, parseExactJson(text));
  if (error) {
    const limited = TOO_OFTEN.has(error.code ?? 0) || /rate limit|too many/i.test(error.message ?? "");
    throw new SourceError(
      limited ? "rate_limited" : "schema",
      `the node answered error ${error.code ?? "?"}`,
    );
  }
  return accept(schema, result);
}
