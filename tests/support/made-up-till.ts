import { vi } from "vitest";
import { startRedisStore } from "../fixtures/redis-store";

/**
 * What the till's own modules need to run in a test's process: a ledger over a socket, and a date that the test may set. They
 * are loaded after it. Gives what ends it.
 */
export async function startMadeUpTill(): Promise<() => Promise<void>> {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { rest, close } = await startRedisStore();
  vi.stubEnv("UPSTASH_REDIS_REST_URL", rest.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "test-token");
  return async () => {
    await close();
    vi.useRealTimers();
    vi.unstubAllEnvs();
  };
}
