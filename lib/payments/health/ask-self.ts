import { SERVICES } from "@/lib/catalog/services.generated";
import { env } from "@/lib/env";
import { base64ToText } from "@/lib/http/base64";
import { describe, log } from "@/lib/http/log";
import { SEEN_AS, selfProbeHeader } from "@/lib/http/self-probe";
import { isRecord } from "@/lib/is-record";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now, within } from "@/lib/time";
import { merchant } from "../rails/merchant";
import { readSelfProbe } from "./self-probe";

const LIMIT_MS = 10_000;
/** A 402's own headers keep within 4,000 bytes, for which nginx' default buffer has room; proxies add some of theirs. */
const MOST_HEADER_BYTES = 5_000;
const MOST_CLOCK_MS = 5_000;
/** An address of documentation (RFC 5737): no client has it, so whoever believes it believes anybody. */
const FORGED = "203.0.113.77";

/** What a status of another's says of what stands between. */
function whyNot402({ status, headers }: Response): string {
  const server = headers.get("server");
  const by = server === null ? "" : ` by ${server.slice(0, 40)}`;
  if (status >= 300 && status < 400)
    return `HTTP ${status}${by}: a redirect, which buyers' POST does not follow.`;
  if (headers.has("cf-mitigated")) return `HTTP ${status}${by}: a bot challenge, which no agent can solve.`;
  if (status === 502)
    return `HTTP 502${by}: a proxy whose buffer is too small for the 402's headers (nginx: proxy_buffer_size 16k), or no service behind it.`;
  if (status === 503 || status === 504)
    return `HTTP ${status}${by}: the proxy reaches no service, or the service refuses.`;
  if (status === 401 || status === 403)
    return `HTTP ${status}${by}: a login or an access rule stands before the service.`;
  if (status === 429)
    return `HTTP 429${by}: the service's own address is over a limit: all callers may share one.`;
  if (status === 404) return `HTTP 404${by}: the path leads elsewhere.`;
  return `HTTP ${status}${by} in the place of 402.`;
}

/** As it came: names and values with what HTTP/1.1 writes around them. */
const headerBytes = ({ headers }: Response): number =>
  [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);

function offersIn(header: string): Record<string, unknown>[] | null {
  try {
    const required: unknown = JSON.parse(base64ToText(header));
    return isRecord(required) && Array.isArray(required.accepts) ? required.accepts.filter(isRecord) : null;
  } catch {
    return null; // the caller names it
  }
}

/** What is wrong with offers of USDC; null where they are ours. */
function whyNotOurs(offers: readonly Record<string, unknown>[], amount: number): string | null {
  const { networks, evmPayTo, solanaPayTo } = merchant();
  const wallets = new Map([
    [networks.evm.usdc.toLowerCase(), evmPayTo?.toLowerCase()],
    [networks.solana.usdc.toLowerCase(), solanaPayTo?.toLowerCase()],
  ]);
  const inUsdc = offers.filter(({ asset }) => wallets.has(String(asset).toLowerCase()));
  if (inUsdc.length === 0)
    return "The 402 offers no USDC of this service's networks: another deployment answers there.";
  const other = inUsdc.find(
    ({ asset, payTo }) => wallets.get(String(asset).toLowerCase()) !== String(payTo).toLowerCase(),
  );
  if (other !== undefined)
    return "The 402 pays another wallet than EVM_PAY_TO or SOLANA_PAY_TO: another deployment answers there, or somebody changed it on the way.";
  return inUsdc.every((offer) => offer.amount === String(amount))
    ? null
    : "The 402 has another price than ours.";
}

/** What is wrong with an answer; null for a 402 that a buyer can pay. */
function judge(response: Response, amount: number, sentAt: number): string | null {
  if (response.status !== 402) return whyNot402(response);
  const header = response.headers.get("payment-required");
  if (header === null) return "A 402 without PAYMENT-REQUIRED: something on the way removes the header.";
  const offers = offersIn(header);
  if (offers === null)
    return "A 402 whose PAYMENT-REQUIRED can't be read: something on the way cuts or changes it.";
  const notOurs = whyNotOurs(offers, amount);
  if (notOurs !== null) return notOurs;
  const bytes = headerBytes(response);
  if (bytes > MOST_HEADER_BYTES) return `The 402's headers are ${bytes} bytes: many proxies refuse so many.`;
  const date = Date.parse(response.headers.get("date") ?? "");
  if (date > now() + MOST_CLOCK_MS || date < sentAt - MOST_CLOCK_MS)
    return "The answer's Date is off by more than 5 seconds: a cache answers, or a clock is wrong.";
  const seen = response.headers.get(SEEN_AS);
  if (seen === FORGED)
    return "A client address can be forged: the proxy adds to X-Forwarded-For in the place of overwriting it, or TRUSTED_PROXY_HOPS counts too many.";
  return seen === "unknown"
    ? "No client address arrives, so that all callers share one limit: set TRUSTED_PROXY_HOPS."
    : null;
}

/** Asks for the cheapest answer at an origin as a buyer does, unpaid. Gives null for a good 402, else what stood between. Never throws. */
export async function askOrigin(origin: string): Promise<string | null> {
  const [cheapest] = SERVICES.toSorted((a, b) => a.priceUsdc - b.priceUsdc);
  if (cheapest === undefined) return "Nothing is for sale.";
  const sentAt = now();
  try {
    const response = await within(LIMIT_MS, (signal) =>
      fetch(`${origin}${cheapest.path}`, {
        method: "POST",
        headers: {
          "user-agent": `${env().NEXT_PUBLIC_SERVICE_NAME}-self-probe/1`,
          "x-forwarded-for": FORGED,
          ...selfProbeHeader(),
        },
        redirect: "manual",
        signal,
        cache: "no-store",
      }),
    );
    await response.body?.cancel();
    return judge(response, Math.round(cheapest.priceUsdc * 1e6), sentAt);
  } catch (error) {
    return `No answer: ${describe(error)}`;
  }
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether there is a front to ask through: not on this machine, and not before a preview's login. */
export function hasFront(): boolean {
  const { PUBLIC_ORIGIN, VERCEL_ENV } = env();
  return VERCEL_ENV !== "preview" && !LOOPBACK.test(new URL(PUBLIC_ORIGIN).hostname);
}

/**
 * Asks this service for a 402 at its own PUBLIC_ORIGIN, and keeps what came in the ledger: an alert rests on two failures in a row.
 * Does nothing where there is no front. Never throws.
 */
export async function askSelf(): Promise<void> {
  if (!hasFront()) return;
  const why = await askOrigin(env().PUBLIC_ORIGIN);
  if (why !== null) log.warn("cannot_be_bought", { why });
  try {
    const before = readSelfProbe(await ledgerStore().get<string>(keys.selfProbe()));
    const at = now();
    const failed = why === null ? 0 : (before?.failed ?? 0) + 1;
    const since = why === null ? null : (before?.since ?? at);
    await ledgerStore().set(keys.selfProbe(), JSON.stringify({ at, failed, since, why: why ?? "" }));
  } catch (error) {
    log.warn("self_probe_not_kept", { why: describe(error) });
  }
}
