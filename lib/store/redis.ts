import { Redis, type RedisConfigNodejs, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { env } from "../env";
import { within } from "../time";

/** The client with a time limit for each request, whose timer ends with the answer. */
class TimedRedis extends Redis {
  constructor(config: RedisConfigNodejs) {
    super(config);
    const { client } = this;
    const request = client.request.bind(client);
    client.request = <Result>(asked: UpstashRequest): Promise<UpstashResponse<Result>> =>
      within(env().STORE_TIMEOUT_MS, (signal) =>
        // As a function, which its configuration alone declares: for a plain signal that is aborted it makes up an answer.
        request<Result>({ ...asked, signal: (() => signal) as unknown as AbortSignal }),
      );
  }
}

/**
 * Redis over REST, which works at the edge. Requests are not retried (a retry that waits would outlast a paid
 * call's budget) and end after STORE_TIMEOUT_MS. Values are strings as they were written, and come as plain text: base64, the
 * client's default, is for bytes that are no text, which nothing here writes.
 */
function connect(url: string, token: string): Redis {
  return new TimedRedis({
    url,
    token,
    retry: { retries: 0 },
    automaticDeserialization: false,
    responseEncoding: false,
    enableTelemetry: false,
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
