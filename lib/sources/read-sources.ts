import { env } from "@/lib/env";
import { keepAlive } from "@/lib/http/keep-alive";
import { cacheStore } from "@/lib/store/redis";
import { createReader, type ReadSources } from "./fetcher/reader";
import { redisSourceStore } from "./fetcher/redis-source-store";

let reader: ReadSources | undefined;

/** The process's reader, made from the settings on first use. */
export const readSources: ReadSources = (wanted, context) => {
  reader ??= createReader({
    upstream: { fetch: (input, init) => fetch(input, init), origin: env().UPSTREAM_ORIGIN },
    store: () => redisSourceStore(cacheStore()),
    keepAlive,
    timeoutMs: env().UPSTREAM_TIMEOUT_MS,
    breakerMs: env().UPSTREAM_BREAKER_MS,
    windowScale: env().SOURCE_WINDOW_SCALE,
  });
  return reader(wanted, context);
};
