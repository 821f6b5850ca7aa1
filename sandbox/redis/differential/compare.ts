import { type Reply, ReplyError, Status } from "../engine";

/** A script that calls what it is given: its answer is that command's. */
export const FORWARD = "return redis.call(unpack(ARGV))";

/** Replies whose order Redis leaves open. */
const UNORDERED = new Set(["KEYS", "HKEYS", "HVALS"]);
/** Replies of names with values, in open order. */
const UNORDERED_PAIRS = new Set(["HGETALL"]);
/** Times that pass between one engine's turn and the other's: in milliseconds, in seconds. */
const CLOCKED = new Map([
  ["PTTL", 2_000],
  ["TTL", 2],
  ["PEXPIRETIME", 2_000],
]);

/**
 * What differs by nature. An error that Lua's own machine raised is worded by its version (5.1 or 5.4), and its line
 * is lost where a library function was called last: of those only the fact is compared. Not-a-number has no sign
 * worth keeping, an address is one machine's, and Redis 7 keeps a note of its own in an error's table.
 */
const readable = (text: string): string =>
  /^ERR (?:Error compiling script|user_script:|bad argument|base out of range|number expected|invalid value|attempt to|Expected |Cannot serialise)/.test(
    text,
  )
    ? "ERR from Lua"
    : text
        .replace(/-nan/g, "nan")
        .replace(/(table|function|userdata): 0x[0-9a-f]+/g, "$1")
        .replace(/"ignore_error_stats_update":true,|,"ignore_error_stats_update":true/g, "");

/**
 * Redis before 7.2 prints 17 digits of a double and all long ones with an exponent (0.10000000000000001, 1e+17), later
 * ones and the embedded engine the shortest digits (0.1, 100000000000000000).
 */
const sameDouble = (text: string, whole: boolean): string =>
  /^-?\d+\.\d+(e[+-]\d+)?$|^-?\d+e[+-]\d+$/.test(text) || (whole && /^-?\d{16,}$/.test(text))
    ? `double ${String(Number(text))}`
    : text;

/** @param whole whether whole numbers may be doubles too, as those that a script made are */
function plain(reply: Reply, whole: boolean): unknown {
  if (reply instanceof ReplyError) return { error: readable(reply.message) };
  const bytes = reply instanceof Status ? Buffer.from(reply.text) : reply;
  if (Buffer.isBuffer(bytes)) return sameDouble(readable(bytes.toString("latin1")), whole);
  if (Array.isArray(bytes)) return bytes.map((item) => plain(item, whole));
  return typeof bytes === "bigint" ? bytes.toString() : bytes;
}

const pairsOf = (list: unknown[]): unknown[] =>
  Array.from({ length: list.length / 2 }, (_, index) => [list[2 * index], list[2 * index + 1]]);

const sorted = (list: unknown[]): unknown[] => list.map((item) => JSON.stringify(item)).sort();

/**
 * A reply in a form in which two engines that agree give the same text.
 * @param scripted whether scripts made the values, so that whole numbers may be doubles
 */
export function comparable(command: readonly string[], reply: Reply, scripted: boolean): string {
  const name = command[0]?.toUpperCase() ?? "";
  const value = plain(reply, scripted);
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (UNORDERED.has(name)) return JSON.stringify(sorted(value));
  if (UNORDERED_PAIRS.has(name)) return JSON.stringify(sorted(pairsOf(value)));
  if (name === "SCAN" && Array.isArray(value[1])) return JSON.stringify(sorted(value[1]));
  return JSON.stringify(value);
}

/** Whether two engines said the same, up to what time does between them. */
export function agree(command: readonly string[], a: Reply, b: Reply, scripted: boolean): boolean {
  const asked = command[1] === FORWARD ? command.slice(4) : command;
  const tolerance = CLOCKED.get(asked[0]?.toUpperCase() ?? "");
  if (tolerance !== undefined && Number(a) >= 0 && Number(b) >= 0)
    return Math.abs(Number(a) - Number(b)) <= tolerance;
  return comparable(asked, a, scripted) === comparable(asked, b, scripted);
}
