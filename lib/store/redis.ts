import { Redis } from "@upstash/redis";
import { env } from "../env";
import { timeoutSignal } from "../time";

/**
 * Redis over REST, which works at the edge. Requests are not retried (a retry that waits would outlast a paid
 * call's budget) and end after STORE_TIMEOUT_MS. Values are strings as they were written, and come as plain text: base64, the
 * client's default, is for bytes that are no text, which nothing here writes.
 */
function connect(url: string, token: string): Redis {
  return new Redis({
    url,
    token,
    retry: { retries: 0 },
    automaticDeserialization: false,
    responseEncoding: false,
    enableTelemetry: false,
    signal: () => timeoutSignal(env().STORE_TIMEOUT_MS),
  });
}

export class StoreNotConfigured extends Error {
  override name = "StoreNotConfigured";
}

const needed = (value: string | undefined, name: string): string => {
  if (value === undefined) throw new StoreNotConfigured(`${name} is not set`);
  return value;
};

let cache: Redis | undefined;
let ledger: Redis | undefined;

/** The database for what may be lost: caches, limits. */
export const cacheStore = (): Redis =>
  (cache ??= connect(
    needed(env().UPSTASH_REDIS_REST_URL, "UPSTASH_REDIS_REST_URL"),
    needed(env().UPSTASH_REDIS_REST_TOKEN, "UPSTASH_REDIS_REST_TOKEN"),
  ));

/** The database for what must not be lost: payments. */
export function ledgerStore(): Redis {
  const { LEDGER_REDIS_REST_URL: url, LEDGER_REDIS_REST_TOKEN: token } = env();
  return (ledger ??=
    url === undefined ? cacheStore() : connect(url, needed(token, "LEDGER_REDIS_REST_TOKEN")));
}
