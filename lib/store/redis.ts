import {
  Redis,
  type RedisConfigNodejs,
  type Requester,
  type UpstashRequest,
  type UpstashResponse,
} from "@upstash/redis";
import { env } from "../env";
import { within } from "../time";

/** Values are strings as they were written. */
const AS_WRITTEN = { automaticDeserialization: false };

/**
 * A client that sends each command at once, by itself, over another one's connection. To gather commands that might come
 * together, the client's own way, it makes 200 functions for each.
 */
class Single extends Redis {
  constructor(requester: Requester) {
    super(requester);
    this.opts = AS_WRITTEN;
  }
}

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

  get requester(): Requester {
    return this.client;
  }
}

/**
 * Redis over REST, which works at the edge. Requests are not retried (a retry that waits would outlast a paid
 * call's budget) and end after STORE_TIMEOUT_MS. Values come as plain text: base64, the client's default, is for bytes that are
 * no text, which nothing here writes.
 */
function connect(url: string, token: string): TimedRedis {
  return new TimedRedis({
    url,
    token,
    retry: { retries: 0 },
    ...AS_WRITTEN,
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

let cache: TimedRedis | undefined;
let ledger: TimedRedis | undefined;
let single: Redis | undefined;

const cacheClient = (): TimedRedis =>
  (cache ??= connect(
    needed(env().UPSTASH_REDIS_REST_URL, "UPSTASH_REDIS_REST_URL"),
    needed(env().UPSTASH_REDIS_REST_TOKEN, "UPSTASH_REDIS_REST_TOKEN"),
  ));

function ledgerClient(): TimedRedis {
  const { LEDGER_REDIS_REST_URL: url, LEDGER_REDIS_REST_TOKEN: token } = env();
  return (ledger ??=
    url === undefined ? cacheClient() : connect(url, needed(token, "LEDGER_REDIS_REST_TOKEN")));
}

/** The database for what may be lost: caches, limits. */
export const cacheStore = (): Redis => cacheClient();

/** The database for what must not be lost: payments. Commands of one moment leave in one request. */
export const ledgerStore = (): Redis => ledgerClient();

/** The same, for one command after another: each leaves in a request of its own. */
export const ledgerStoreSingle = (): Redis => (single ??= new Single(ledgerClient().requester));
