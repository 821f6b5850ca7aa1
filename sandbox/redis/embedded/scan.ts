import { type Reply, ReplyError } from "../engine";
import type { Arguments } from "./arguments";
import { syntaxError } from "./errors";
import { globMatcher } from "./glob";
import type { Bytes } from "./numbers";

/** One thing that a scan visits: its name, then what is told with it (a field's value, a member's score). */
export type Scanned = [name: Bytes, ...told: Bytes[]];

const nothing = (): Reply<Bytes> => ["0", []];

/**
 * Answers a command of the SCAN family, its cursor the next argument. All is told at once with the cursor "0":
 * COUNT is a hint, and one thread with everything in memory has no reason to stop halfway.
 * @param open finds what is scanned, or undefined when there is no such key
 */
export function scan<T>(
  args: Arguments,
  open: () => T | undefined,
  list: (opened: T, type: Bytes | undefined) => Scanned[],
): Reply<Bytes> {
  if (!/^[0-9]{1,20}$/.test(args.bytes())) throw new ReplyError("ERR invalid cursor");
  const opened = open();
  if (opened === undefined) return nothing();
  let matches = (_name: Bytes) => true;
  let type: Bytes | undefined;
  while (args.left > 0) {
    const option = args.word();
    if (args.left === 0) throw syntaxError();
    if (option === "MATCH") matches = globMatcher(args.bytes());
    else if (option === "TYPE" && args.command === "scan") type = args.bytes().toLowerCase();
    else if (option !== "COUNT" || args.integer() < 1) throw syntaxError();
  }
  return ["0", list(opened, type).flatMap((one) => (matches(one[0]) ? one : []))];
}
