import { Redis } from "ioredis";
import { type Engine, type Reply, ReplyError } from "./engine";

/**
 * What the client decodes: bulk strings and simple strings are buffers, integers are decimal text (the option
 * `stringNumbers`, so that none is rounded), errors inside lists are Error objects.
 */
function toReply(decoded: unknown): Reply {
  if (decoded === null || Buffer.isBuffer(decoded)) return decoded;
  if (Array.isArray(decoded)) return decoded.map(toReply);
  if (decoded instanceof Error) return new ReplyError(decoded.message);
  if (typeof decoded !== "string") throw new TypeError(`unexpected ${typeof decoded} in a reply`);
  const n = BigInt(decoded);
  return Number.isSafeInteger(Number(n)) ? Number(n) : n;
}

/**
 * The name in upper case: for some of its own, lower-case names (`hgetall`) the client reshapes arguments and replies.
 */
const nameOf = (command: Buffer[]): string => (command[0] ?? "").toString().toUpperCase();

/** An address as it may be shown. */
const withoutPassword = (address: string): string => address.replace(/\/\/[^/]*@/, "//");

/** An error that the server answered with, told apart from a connection's by its name. */
const isFromServer = (failure: unknown): failure is Error =>
  failure instanceof Error && failure.name === "ReplyError";

/**
 * A Redis server over one connection.
 * @param address `redis://…`, `rediss://…`, or the path of a unix socket
 * @throws Error when it can't be reached
 */
export async function redisEngine(address: string): Promise<Engine> {
  const redis = new Redis(address, {
    protocol: 2,
    stringNumbers: true,
    lazyConnect: true,
    // A command that was sent may have run: it is reported as failed, never sent again.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
  let latest: Error | undefined;
  redis.on("error", (failure: Error) => (latest = failure));
  try {
    await redis.connect();
  } catch (failure) {
    redis.disconnect();
    throw new Error(`no Redis at ${withoutPassword(address)}`, { cause: latest ?? failure });
  }

  const send = (command: Buffer[]): Promise<unknown> => redis.callBuffer(nameOf(command), command.slice(1));

  async function runEach(commands: Buffer[][]): Promise<Reply[]> {
    return Promise.all(
      commands.map(async (command) => {
        try {
          return toReply(await send(command));
        } catch (failure) {
          if (isFromServer(failure)) return new ReplyError(failure.message);
          throw failure;
        }
      }),
    );
  }

  /** MULTI … EXEC, written at once. */
  async function runAtomically(commands: Buffer[][]): Promise<Reply[]> {
    const transaction = redis.multi();
    for (const command of commands) transaction.callBuffer(nameOf(command), command.slice(1));
    try {
      const results = (await transaction.exec()) ?? [];
      return results.map(([failure, decoded]) => toReply(failure ?? decoded));
    } catch (failure) {
      if (isFromServer(failure)) throw new ReplyError(failure.message);
      throw failure;
    }
  }

  return {
    run: (commands, atomic) => (atomic ? runAtomically(commands) : runEach(commands)),
    close: () => redis.disconnect(),
  };
}
