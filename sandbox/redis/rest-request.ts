import { ReplyError } from "./engine";

export type Mode = "single" | "pipeline" | "multi-exec";

/** What one HTTP request asks for. */
export interface RestRequest {
  mode: Mode;
  /** Each a name and its arguments, as bytes. */
  commands: Buffer[][];
}

/**
 * Commands that wait, that change the connection they came on (which many clients share), or that manage the server.
 * Upstash has none of them over REST.
 */
const UNAVAILABLE = new Set(
  [
    "SUBSCRIBE PSUBSCRIBE SSUBSCRIBE UNSUBSCRIBE PUNSUBSCRIBE SUNSUBSCRIBE MONITOR SYNC PSYNC",
    "BLPOP BRPOP BLMOVE BRPOPLPUSH BLMPOP BZPOPMIN BZPOPMAX BZMPOP WAIT WAITAOF",
    "MULTI EXEC DISCARD WATCH UNWATCH AUTH HELLO SELECT RESET QUIT CLIENT ASKING",
    "CONFIG DEBUG SHUTDOWN REPLICAOF SLAVEOF FAILOVER MIGRATE CLUSTER ACL MODULE SAVE",
  ].flatMap((names) => names.split(" ")),
);

/** Why a command is not run at all, if so. */
export function refusal(command: Buffer[]): ReplyError | undefined {
  const [name] = command;
  if (name === undefined || name.length === 0) return new ReplyError("ERR empty command");
  const upper = name.toString("latin1").toUpperCase();
  return UNAVAILABLE.has(upper)
    ? new ReplyError(`ERR Command is not available: '${upper.toLowerCase()}'`)
    : undefined;
}

function toBytes(value: unknown): Buffer {
  if (typeof value === "string") return Buffer.from(value);
  if (typeof value === "number" || typeof value === "boolean") return Buffer.from(String(value));
  throw new ReplyError("ERR failed to parse command: an argument is a string, a number or a boolean");
}

function toCommand(value: unknown): Buffer[] {
  if (!Array.isArray(value)) throw new ReplyError("ERR failed to parse command: a command is a list");
  return value.map(toBytes);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (failure) {
    throw new ReplyError("ERR failed to parse request body as JSON", { cause: failure });
  }
}

function segments(pathname: string): string[] {
  try {
    return pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch (failure) {
    throw new ReplyError("ERR failed to decode the path", { cause: failure });
  }
}

/** The words of a command in a path: those between slashes, the body, then the query's names and values. */
function fromPath(words: string[], search: URLSearchParams, body: Buffer): Buffer[] {
  const options = [...search].filter(([name]) => name !== "_token").flat();
  const trailing = options.filter((word) => word !== "").map(toBytes);
  return [...words.map(toBytes), ...(body.length > 0 ? [body] : []), ...trailing];
}

/**
 * Reads the commands of a request: `POST /` one as a JSON list, `POST /pipeline` and `POST /multi-exec` a list of
 * those, any other path a command in the path itself (`/set/key/value?EX=10`, or the value as the body).
 * @throws ReplyError when there is none to be read
 */
export function readRequest(url: URL, body: Buffer): RestRequest {
  const words = segments(url.pathname);
  const [first] = words;
  if (first === undefined) return { mode: "single", commands: [toCommand(parseJson(body))] };
  if (words.length > 1 || (first !== "pipeline" && first !== "multi-exec"))
    return { mode: "single", commands: [fromPath(words, url.searchParams, body)] };
  const list = parseJson(body);
  if (!Array.isArray(list))
    throw new ReplyError(`ERR failed to parse ${first} request: it is a list of commands`);
  return { mode: first, commands: list.map(toCommand) };
}
