import { ReplyError } from "../engine";
import type { Bytes } from "./numbers";

const FLAGS = new Set(["no-writes", "allow-oom", "allow-stale", "no-cluster", "allow-cross-slot-keys"]);

/**
 * Takes a script's first line off when it is `#!lua …`, leaving the line itself so that numbers in errors hold.
 * @throws ReplyError for another engine, or an option or flag that Redis does not know
 */
export function readShebang(source: Bytes): { body: Bytes; readOnly: boolean } {
  if (!source.startsWith("#!")) return { body: source, readOnly: false };
  const end = source.indexOf("\n");
  if (end < 0) throw new ReplyError("ERR Invalid script shebang");
  const [engine = "", ...options] = source.slice(2, end).trim().split(/ +/);
  if (engine !== "lua") throw new ReplyError(`ERR Unexpected engine in script shebang: ${engine}`);
  const flags = options.flatMap((option) => {
    if (!option.startsWith("flags=")) throw new ReplyError(`ERR Unknown lua shebang option: ${option}`);
    return option.slice("flags=".length).split(",");
  });
  const unknown = flags.find((flag) => !FLAGS.has(flag));
  if (unknown !== undefined) throw new ReplyError(`ERR Unexpected flag in script shebang: ${unknown}`);
  return { body: source.slice(end), readOnly: flags.includes("no-writes") };
}
