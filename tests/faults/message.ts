import { isRecord } from "@/lib/is-record";
import type { Passage } from "./proxy";
import { scriptNamed, sha1 } from "./scripts";

/** What the service talks to during a paid call, each behind a proxy of its own. */
export const DEPENDENCIES = [
  ...(["ledger", "cache", "primary", "fallback", "base", "solana"] as const),
  ...(["second-base", "second-solana"] as const),
] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

/**
 * What a message is, whenever it comes: its dependency, and what it asks for there, which is a ledger script or Redis
 * command, a facilitator's operation or an RPC method. `ledger INTENT`, `primary settle`, `base eth_call`.
 */
export type Kind = `${Dependency} ${string}`;

/** One request of the service to a dependency, as it came by. */
export interface Message {
  instance: string;
  dependency: Dependency;
  kind: Kind;
  /** As it was sent. */
  text: string;
}

/** A second node is asked what the first was, and whatever that is, is one kind. */
const SECOND_LOOK = "look";
/** The limiter counts in batches and at times of its own; whatever it sends is one kind. */
const LIMITER = "rate limit";
/** Alarms, runs of schedules and the service's question to itself: written and read beside payments, at times of their own. */
const NOTES = { kind: "notes", key: /:ledger:(?:alarms|schedules|self-probe)$/ };
/** What was counted is sent in one batch of many forms. */
const COUNTS = { kind: "counts", key: /:(?:counters:\d+|failures)$/ };
/** Only the limiter asks whether the store is there. */
const LIMITERS_QUESTION = "PING";

function redisLabel(command: unknown, limiterPrefix: string): string {
  if (!Array.isArray(command)) return "?";
  const [name = "?", script = "", , firstKey = ""] = command.map(String);
  const upper = name.toUpperCase();
  if (upper === LIMITERS_QUESTION || firstKey.startsWith(limiterPrefix)) return LIMITER;
  const ofKey = [NOTES, COUNTS].find(({ key }) => key.test(upper.startsWith("EVAL") ? firstKey : script));
  if (ofKey !== undefined) return ofKey.kind;
  if (upper === "EVALSHA") return scriptNamed(script) ?? upper;
  if (upper !== "EVAL") return upper;
  const named = scriptNamed(sha1(script));
  return named === undefined ? upper : `${named} in full`;
}

/** Commands that travel together; a batch of one kind is that kind. */
function batchLabel(commands: readonly unknown[], limiterPrefix: string): string {
  return [...new Set(commands.map((command) => redisLabel(command, limiterPrefix)))].join("+");
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined; // a message without a body, such as a facilitator's GET /supported
  }
}

function labelOf(dependency: Dependency, { path, body }: Passage, limiterPrefix: string): string {
  const read = parsed(body);
  switch (dependency) {
    case "ledger":
    case "cache":
      if (path === "/") return redisLabel(read, limiterPrefix);
      return Array.isArray(read) ? batchLabel(read, limiterPrefix) : path;
    case "primary":
    case "fallback":
      return path.slice(1);
    case "second-base":
    case "second-solana":
      return SECOND_LOOK;
    case "base":
    case "solana":
      return isRecord(read) && typeof read["method"] === "string" ? read["method"] : "?";
  }
}

/** Reads what came by; `limiterPrefix` is the first part of the limiter's keys. */
export const messageOf = (dependency: Dependency, passage: Passage, limiterPrefix: string): Message => ({
  instance: passage.instance,
  dependency,
  kind: `${dependency} ${labelOf(dependency, passage, limiterPrefix)}`,
  text: passage.body.toString("utf8"),
});

/** The dependency that messages of a kind go to. */
export function dependencyOf(kind: Kind): Dependency {
  const found = DEPENDENCIES.find((dependency) => kind.startsWith(`${dependency} `));
  if (found === undefined) throw new Error(`"${kind}" names no dependency`);
  return found;
}
