import { env } from "@/lib/env";
import { bytesToBase64Url } from "@/lib/http/base64";
import { hmacSha256 } from "@/lib/http/digest";
import { CREDIT_PROOF } from "@/lib/payments/has-payment";
import { isSameText } from "@/lib/payments/same-text";
import { now } from "@/lib/time";

/** Long enough for a request to our own origin, by clocks that differ. */
const VALID_MS = 60_000;

/** A secret that all instances share and no caller has; undefined where neither is set. */
const secret = (): string | undefined => env().OPERATOR_SECRET ?? env().CRON_SECRET;

const sign = (key: string, path: string, paymentKey: string, until: string): string =>
  bytesToBase64Url(hmacSha256(key, ["credited", path, paymentKey, until].join("\n")));

/** The headers by which recovery has a credited payment served; null where no operator's secret is set. */
export function creditProof(path: string, paymentKey: string): Record<string, string> | null {
  const key = secret();
  if (key === undefined) return null;
  const until = String(now() + VALID_MS);
  return { [CREDIT_PROOF]: `${paymentKey} ${until} ${sign(key, path, paymentKey, until)}` };
}

/** The payment that such headers name for a route; null where they are none of ours, or have run out. */
export function provedCredit(headers: Headers, path: string): string | null {
  const key = secret();
  const [paymentKey = "", until = "", signature = ""] = headers.get(CREDIT_PROOF)?.split(" ") ?? [];
  if (key === undefined || signature === "" || !(Number(until) > now())) return null;
  return isSameText(signature, sign(key, path, paymentKey, until)) ? paymentKey : null;
}
