import { createHash } from "node:crypto";
import { type Reply } from "./engine";

/** Scripts whose first line was changed are few; the oldest is forgotten, and then simply sent again. */
const MOST_ALIASES = 1_000;

const FLAG = "allow-key-locking";

const sha1 = (bytes: Buffer) => createHash("sha1").update(bytes).digest("hex");

const nameOf = (word: Buffer | undefined) => (word?.toString("latin1") ?? "").toUpperCase();

/** Takes the flag out of a script's `#!lua flags=…` line, and the line's text when no flag is left. */
function withoutFlag(source: Buffer): Buffer {
  const text = source.toString("latin1");
  const [line = "", given = ""] = /^#!lua +flags=([^ \r\n]*)[^\n]*/.exec(text) ?? [];
  const flags = given.split(",");
  if (!flags.includes(FLAG)) return source;
  const left = flags.filter((flag) => flag !== FLAG);
  const first = left.length === 0 ? "" : line.replace(given, left.join(","));
  return Buffer.from(first + text.slice(line.length), "latin1");
}

/**
 * The scripts of `@upstash/ratelimit` start with `#!lua flags=allow-key-locking`, which only Upstash knows: Redis
 * refuses them. The flag is taken out on the way in, and since clients ask for a script by the sha1 of the text that
 * they have, that sha1 stands for the changed script.
 */
export class KeyLockingScripts {
  /** From the sha1 that clients know to the sha1 of the script that the engine has. */
  readonly #aliases = new Map<string, string>();

  /** The command as the engine understands it. */
  inbound(command: Buffer[]): Buffer[] {
    switch (nameOf(command[0])) {
      case "EVAL":
      case "EVAL_RO":
        return command.with(1, this.#source(command[1]));
      case "EVALSHA":
      case "EVALSHA_RO":
        return command.with(1, this.#alias(command[1]));
      case "SCRIPT":
        if (nameOf(command[1]) === "LOAD") return command.with(2, this.#source(command[2]));
        if (nameOf(command[1]) === "EXISTS")
          return [...command.slice(0, 2), ...command.slice(2).map((sha) => this.#alias(sha))];
        return command;
      default:
        return command;
    }
  }

  /** The answer as the client expects it: SCRIPT LOAD gives the sha1 of what was sent. */
  outbound(command: Buffer[], reply: Reply): Reply {
    const [, , source] = command;
    const loaded = nameOf(command[0]) === "SCRIPT" && nameOf(command[1]) === "LOAD";
    return loaded && source !== undefined && Buffer.isBuffer(reply) ? Buffer.from(sha1(source)) : reply;
  }
}
