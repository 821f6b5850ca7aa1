import { isRecord } from "@/sandbox/host/read-json";
import type { Passage } from "./proxy";
import { scriptNamed, sha1 } from "./scripts";

/** What the service talks to during a paid call, each behind a proxy of its own. */
export const DEPENDENCIES = ["ledger", "cache", "primary", "fallback", "base", "solana"] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

/** One request of the service to a dependency, as it came by. */
export interface Message {
  instance: string;
  dependency: Dependency;
  /** What it asks for: a ledger script or Redis command, a facilitator's operation, an RPC method. */
  label: string;
  /** The how many-th of its label at its dependency since the row began; the first is 1. */
  nth: number;
}

/** A place in a call: the first, second … message of a kind to one dependency. */
export type Point = Pick<Message, "dependency" | "label" | "nth">;

export const samePlace = (a: Point, b: Point): boolean =>
  a.dependency === b.dependency && a.label === b.label && a.nth === b.nth;

export const nameOf = ({ dependency, label, nth }: Point): string => `${dependency} ${label}#${nth}`;

function redisLabel(command: unknown): string {
  if (!Array.isArray(command)) return "?";
  const [name, script] = command.map(String);
  if (name?.toLowerCase() === "evalsha") return scriptNamed(script ?? "") ?? "EVALSHA";
  if (name?.toLowerCase() !== "eval") return name?.toUpperCase() ?? "?";
  const sent = scriptNamed(sha1(script ?? ""));
  return sent === undefined ? "EVAL" : `${sent} in full`;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined; // a message without a body, such as a facilitator's GET /supported
  }
}

/** What a message asks for. */
export function labelOf(dependency: Dependency, { path, body }: Passage): string {
  const read = parsed(body);
  switch (dependency) {
    case "ledger":
    case "cache":
      return path === "/" ? redisLabel(read) : Array.isArray(read) ? read.map(redisLabel).join("+") : path;
    case "primary":
    case "fallback":
      return path.slice(1);
    case "base":
    case "solana":
      return isRecord(read) && typeof read["method"] === "string" ? read["method"] : "?";
  }
}
