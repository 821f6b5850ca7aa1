import { type Reduced, type Source, SourceError } from "../source";
import { redirectTarget, sentTo, webAddress } from "./address";
import { limitedChunks } from "./chunks";
import { refusal } from "./refusal";

/** How requests leave. */
export interface Upstream {
  fetch: typeof fetch;
  /** One address that stands in for all providers, or undefined for the web. */
  origin: string | undefined;
}

const MAX_REDIRECTS = 2;
const USER_AGENT = "Mozilla/5.0 (compatible; market-intel/1.0)";
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * One attempt to read a source: request, redirects, limits, reduction, all within `timeoutMs`.
 * Throws SourceError, and nothing else.
 */
export async function attempt<Value>(
  source: Source<Value>,
  now: Date,
  timeoutMs: number,
  upstream: Upstream,
): Promise<Reduced<Value>> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await follow(source, now, upstream, controller.signal);
    if (!response.ok) throw await refusal(response, now.getTime());
    if (response.body === null) throw new SourceError("schema", "answer without a body");
    return await source.answer(networkErrors(limitedChunks(response.body, source.maxBytes)), now);
  } catch (error) {
    if (controller.signal.aborted)
      throw new SourceError("timeout", `no whole answer within ${timeoutMs} ms`, { transient: true });
    if (error instanceof SourceError) throw error;
    throw new SourceError("schema", "answer could not be reduced", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function follow(
  source: Source<unknown>,
  now: Date,
  upstream: Upstream,
  signal: AbortSignal,
): Promise<Response> {
  let url = webAddress(source.address(now));
  for (let redirects = 0; ; redirects++) {
    const response = await send(sentTo(url, upstream.origin), source, upstream.fetch, signal);
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel().catch(() => undefined); // a redirect's body is of no use, broken or not
    if (redirects === MAX_REDIRECTS) throw new SourceError("http_error", "redirected too often");
    url = redirectTarget(location, url, source.redirectHosts ?? [], upstream.origin);
  }
}

async function send(
  url: string,
  source: Source<unknown>,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { "user-agent": USER_AGENT, ...source.headers };
  try {
    return await fetcher(url, { headers, signal, redirect: "manual", cache: "no-store" });
  } catch (cause) {
    throw network(cause);
  }
}

const network = (cause: unknown): SourceError =>
  new SourceError("network", "the connection failed", { transient: true, cause });

/** A connection that breaks while the body is read is a network failure, not a bad answer. */
async function* networkErrors(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw error instanceof SourceError ? error : network(error);
  }
}
