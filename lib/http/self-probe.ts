import { env } from "../env";
import { now } from "../time";
import { bytesToBase64Url } from "./base64";
import { clientAddress } from "./client-address";
import { hmacSha256 } from "./digest";

/** With this header the service asks itself through the front; its value proves that. */
const SELF_PROBE = "x-self-probe";
/** In the answer to it: the address that limits count by. */
export const SEEN_AS = "x-seen-as";

/** Long enough for one request, by clocks that differ. */
const VALID_MS = 60_000;

const sign = (key: string, until: string): string =>
  bytesToBase64Url(hmacSha256(key, `self-probe\n${until}`));

/** A secret that all instances share and no caller has; undefined where neither is set. */
const secret = (): string | undefined => env().OPERATOR_SECRET ?? env().CRON_SECRET;

/** The header by which the answer tells the address; none where no secret is set. */
export function selfProbeHeader(): Record<string, string> {
  const key = secret();
  if (key === undefined) return {};
  const until = String(now() + VALID_MS);
  return { [SELF_PROBE]: `${until} ${sign(key, until)}` };
}

/** What the answer to the service's own probe says besides: nothing to anybody else. */
export function seenAs(headers: Headers): Record<string, string> {
  const text = headers.get(SELF_PROBE);
  if (text === null) return {};
  const key = secret();
  const [until = "", signature = ""] = text.split(" ");
  // Compared as it is: what a stranger could learn by timing is where its own address stands.
  if (key === undefined || !(Number(until) > now()) || signature !== sign(key, until)) return {};
  return { [SEEN_AS]: clientAddress(headers) };
}
