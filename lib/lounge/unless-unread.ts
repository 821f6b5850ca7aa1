import { describe, log } from "@/lib/http/log";
import { StoreNotConfigured } from "@/lib/store/redis";

/**
 * What a desk shows of the lounge beside its own sources; null where the lounge can't be read, which is logged as `event`.
 * Without a store there is no lounge, and nothing to log.
 */
export async function unlessUnread<T>(event: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StoreNotConfigured)) log.warn(event, { why: describe(error) });
    return null;
  }
}
