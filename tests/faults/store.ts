import { Redis } from "@upstash/redis";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { SCRIPTS } from "./scripts";

const TOKEN = "fault-suite";

/** A slot's own Redis, ledger and cache in one, which a row may wipe without hurting another. */
export interface Store {
  url(): string;
  token: string;
  /** Straight to it, past every fault. */
  redis(): Redis;
  /** Forgets every payment: a ledger that began long ago, knows all scripts, and is empty by chance. */
  clearPayments(): Promise<void>;
  /** Forgets the scripts and nothing else, as a database does that was restored. */
  forgetScripts(): Promise<void>;
  /** Forgets what was read of the data providers. */
  clearCache(): Promise<void>;
  /** Comes back empty at another address, as a database does that had no persistence. */
  restartEmpty(): Promise<void>;
  close(): Promise<void>;
}

async function open() {
  const engine = await embeddedEngine();
  const rest = await startRedisRest({ port: 0, token: TOKEN, engine });
  const redis = new Redis({
    url: rest.url,
    token: TOKEN,
    automaticDeserialization: false,
    enableTelemetry: false,
  });
  const close = async (): Promise<void> => {
    await rest.close();
    engine.close();
  };
  return { url: rest.url, redis, close };
}

async function forget(redis: Redis, pattern: string): Promise<void> {
  const keys = await redis.keys(pattern);
  if (keys.length > 0) await redis.del(...keys);
}

/** `prefix`: the first part of its service's keys. */
export async function startStore(prefix: string): Promise<Store> {
  let current = await open();
  let knowsScripts = false;
  return {
    token: TOKEN,
    url: () => current.url,
    redis: () => current.redis,
    async clearPayments() {
      if (!knowsScripts) await Promise.all([...SCRIPTS.values()].map((lua) => current.redis.scriptLoad(lua)));
      knowsScripts = true;
      await forget(current.redis, `${prefix}:ledger:*`);
      await current.redis.set(`${prefix}:ledger:epoch`, "1");
    },
    async forgetScripts() {
      await current.redis.scriptFlush();
      knowsScripts = false;
    },
    clearCache: () => forget(current.redis, `${prefix}:source*`),
    async restartEmpty() {
      const next = await open();
      await current.close();
      current = next;
      knowsScripts = false;
    },
    close: () => current.close(),
  };
}
