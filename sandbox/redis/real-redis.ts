import type { Engine } from "./engine";
import { redisEngine } from "./redis-engine";
import { findRedisServer, startRedisServer } from "./redis-process";

export interface RealRedis {
  engine: Engine;
  /** Settles when a server that we started has ended; never for one that we were given. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A real Redis: the one at REDIS_URL, else one started from a program on the PATH.
 * @returns undefined when there is neither
 * @throws Error when there is one and it can't be used
 */
export async function realRedis(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RealRedis | undefined> {
  const { REDIS_URL: address, PATH: searchPath = "" } = environment;
  if (address !== undefined && address !== "") {
    const engine = await redisEngine(address);
    return { engine, ended: new Promise(() => {}), stop: async () => engine.close() };
  }
  const program = await findRedisServer(searchPath);
  return program === undefined ? undefined : startRedisServer(program);
}
