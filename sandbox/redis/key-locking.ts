import { createHash } from "node:crypto";
import type { Reply } from "./engine";

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
    const change = (from: number, to: number, by: (word: Buffer) => Buffer) =>
      command.map((word, index) => (index >= from && index < to ? by(word) : word));
    const [name, subcommand] = [nameOf(command[0]), nameOf(command[1])];
    if (name === "EVAL" || name === "EVAL_RO") return change(1, 2, (source) => this.#stripped(source));
    if (name === "EVALSHA" || name === "EVALSHA_RO") return change(1, 2, (sha) => this.#known(sha));
    if (name === "SCRIPT" && subcommand === "LOAD") return change(2, 3, (source) => this.#stripped(source));
    if (name === "SCRIPT" && subcommand === "EXISTS") return change(2, Infinity, (sha) => this.#known(sha));
    return command;
  }

  /** The answer as the client expects it: SCRIPT LOAD gives the sha1 of what was sent. */
  outbound(command: Buffer[], reply: Reply): Reply {
    const [, , source] = command;
    const loaded = nameOf(command[0]) === "SCRIPT" && nameOf(command[1]) === "LOAD";
    return loaded && source !== undefined && Buffer.isBuffer(reply) ? Buffer.from(sha1(source)) : reply;
  }

  #stripped(source: Buffer): Buffer {
    const stripped = withoutFlag(source);
    if (stripped === source) return source;
    const [oldest] = this.#aliases.keys();
    if (this.#aliases.size >= MOST_ALIASES && oldest !== undefined) this.#aliases.delete(oldest);
    this.#aliases.set(sha1(source), sha1(stripped));
    return stripped;
  }

  #known(sha: Buffer): Buffer {
    const alias = this.#aliases.get(sha.toString("latin1").toLowerCase());
    return alias === undefined ? sha : Buffer.from(alias);
  }
}
