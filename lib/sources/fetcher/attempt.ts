import { type Address, type Reduced, type Source, SourceError } from "../source";
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
    if (source.absent?.statuses.includes(response.status)) return await absent(source.absent.value, response);
    if (!response.ok) throw await refusal(response, now.getTime());
    if (response.body === null) throw new SourceError("schema", "answer without a body");
    const chunks = networkErrors(limitedChunks(response.body, source.maxBytes));
    return await source.answer(chunks, now, response.headers.get("content-type"));
  } catch (error) {
    if (controller.signal.aborted)
      throw new SourceError("timeout", `no whole answer within ${timeoutMs} ms`, { transient: true });
    if (error instanceof SourceError) throw error;
    throw new SourceError("schema", "answer could not be reduced", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function absent<Value>(value: Value, response: Response): Promise<Reduced<Value>> {
  await response.body?.cancel().catch(() => undefined); // the status says it all
  return { value, asOf: null };
}

async function follow<Value>(
  source: Source<Value>,
  now: Date,
  upstream: Upstream,
  signal: AbortSignal,
): Promise<Response> {
  const address = source.address(now);
  const init = requestOf(address, source.headers);
  let url = webAddress(address);
  for (let redirects = 0; ; redirects++) {
    const response = await send(sentTo(url, upstream.origin), { ...init, signal }, upstream.fetch);
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel().catch(() => undefined); // a redirect's body is of no use, broken or not
    if (address.body !== undefined)
      throw new SourceError("http_error", "a request with a body was redirected");
    if (redirects === MAX_REDIRECTS) throw new SourceError("http_error", "redirected too often");
    url = redirectTarget(location, url, source.redirectHosts ?? [], upstream.origin);
  }
}

function requestOf({ body, headers: own }: Address, common: Source<unknown>["headers"]): RequestInit {
  const headers = { "user-agent": USER_AGENT, ...common, ...own };
  return body === undefined
    ? { headers }
    : { method: "POST", body, headers: { "content-type": "application/json", ...headers } };
}

async function send(url: string, init: RequestInit, fetcher: typeof fetch): Promise<Response> {
  try {
    return await fetcher(url, { ...init, redirect: "manual", cache: "no-store" });
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
