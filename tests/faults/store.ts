import { Redis } from "@upstash/redis";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { SCRIPTS } from "./scripts";

const TOKEN = "fault-suite";

/** A slot's own Redis, ledger and cache in one, which a case may wipe without hurting another. */
export interface Store {
  url(): string;
  token: string;
  /** Straight to it, past every fault. */
  redis(): Redis;
  /** As every case finds it: a ledger that began long ago, knows all scripts, is empty by chance and in time. */
  reset(): Promise<void>;
  /** What was read of the data providers by now, and of the own token's price, is there after each reset. */
  keepCache(): Promise<void>;
  /** So much time passes for the store, which is the clock of all leases. */
  passTime(ms: number): void;
  /** Whatever is open was so much earlier: instances judge by their own clocks, which nobody can move. */
  ageOpenPayments(ms: number): Promise<void>;
  /** Every sale whose money is to be seen is due for a look, and was settled so much earlier. */
  ageSales(ms: number): Promise<void>;
  /** Forgets the scripts and nothing else, as a database does that was restored. */
  forgetScripts(): Promise<void>;
  /** Forgets what was read of the data providers. */
  clearCache(): Promise<void>;
  /** Comes back empty at another address, as a database does that had no persistence. */
  restartEmpty(): Promise<void>;
  close(): Promise<void>;
}

async function open(now: () => number) {
  const engine = await embeddedEngine({ now });
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
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  let current = await open(now);
  let knowsScripts = false;
  const cached = new Map<string, string>();
  return {
    token: TOKEN,
    url: () => current.url,
    redis: () => current.redis,
    async reset() {
      ahead = 0;
      if (!knowsScripts) await Promise.all([...SCRIPTS.values()].map((lua) => current.redis.scriptLoad(lua)));
      knowsScripts = true;
      await forget(current.redis, `${prefix}:ledger:*`);
      await current.redis.set(`${prefix}:ledger:epoch`, "1");
      await Promise.all([...cached].map(([key, value]) => current.redis.set(key, value)));
    },
    async keepCache() {
      const patterns = [`${prefix}:source:*`, `${prefix}:token:market`];
      const keys = await Promise.all(patterns.map((pattern) => current.redis.keys(pattern)));
      for (const key of keys.flat()) {
        const value = await current.redis.get<string>(key);
        if (value !== null) cached.set(key, value);
      }
    },
    passTime: (ms) => void (ahead += ms),
    async ageOpenPayments(ms) {
      const open = `${prefix}:ledger:open`;
      for (const payment of await current.redis.zrange<string[]>(open, 0, -1)) {
        const intentAt = Number(await current.redis.zscore(open, payment));
        await current.redis.zadd(open, { score: intentAt - ms, member: payment });
        await current.redis.hincrby(`${prefix}:ledger:{${payment}}:record`, "intentAt", -ms);
      }
    },
    async ageSales(ms) {
      const list = `${prefix}:ledger:to-confirm`;
      for (const payment of await current.redis.zrange<string[]>(list, 0, -1)) {
        await current.redis.zadd(list, { score: 1, member: payment });
        await current.redis.hincrby(`${prefix}:ledger:{${payment}}:record`, "settledAt", -ms);
      }
    },
    async forgetScripts() {
      await current.redis.scriptFlush();
      knowsScripts = false;
    },
    clearCache: () => forget(current.redis, `${prefix}:source*`),
    async restartEmpty() {
      const next = await open(now);
      await current.close();
      current = next;
      knowsScripts = false;
    },
    close: () => current.close(),
  };
}
