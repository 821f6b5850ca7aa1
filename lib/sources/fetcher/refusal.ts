import { SourceError } from "../source";

/** How much of a refusal's body is read to tell a country block from other refusals. */
const PEEK_BYTES = 4_096;

/** A place that is refused, named as such: pages of firewalls speak of blocks and of locations too, and mean no country. */
const PLACE = "(?:countr(?:y|ies)|regions?|locations?|jurisdictions?|territor(?:y|ies))";
const COUNTRY_BLOCK = new RegExp(
  [
    String.raw`\b(?:your|this|certain|some|restricted|unsupported|prohibited|sanctioned)\s+(?:\w+\s+)?${PLACE}\b`,
    String.raw`\b${PLACE}\s+(?:is|are|has been|have been)\s+(?:not|un|block|restrict|prohibit|ban)`,
    String.raw`\bgeo(?:graphic(?:al)?)?[-_ ]?(?:block|restrict|fenc|location restrict)`,
  ].join("|"),
  "i",
);

/**
 * The error that an answer other than 2xx stands for: `geo_blocked` for 451, and for 403 whose body says that the country is
 * the reason; `rate_limited` for 429, and for 418, by which one exchange bans; `http_error` for the rest, which is transient
 * from 500 on unless it names a time to come back.
 */
export async function refusal(response: Response, nowMs: number): Promise<SourceError> {
  const { status } = response;
  const waits = retryAfterMs(response.headers.get("retry-after"), nowMs);
  const options = waits === null ? {} : { retryAfterMs: waits };
  const peek = await start(response);
  if (status === 451 || (status === 403 && COUNTRY_BLOCK.test(peek)))
    return new SourceError("geo_blocked", `status ${status}: not served in this region`);
  if (status === 429 || status === 418) return new SourceError("rate_limited", `status ${status}`, options);
  return new SourceError("http_error", `status ${status}`, {
    ...options,
    transient: status >= 500 && waits === null,
  });
}

/** Retry-After as seconds or as a date; null when absent or unreadable. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** The first bytes of a body; empty when it can't be read, since the status alone decides then. */
async function start(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length < PEEK_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return text; // a refusal whose body breaks off is still that refusal
  } finally {
    await reader.cancel().catch(() => undefined); // nothing more is wanted of it
  }
  return text;
}
