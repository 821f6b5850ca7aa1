import { createHash } from "node:crypto";
import { ReplyError, type Reply } from "../engine";
import type { Arguments } from "./arguments";
import { bit, type Command, type Commands, controls, ok } from "./command";
import type { Database } from "./database";
import { syntaxError } from "./errors";
import type { LuaMachine } from "./lua/machine";
import type { Bytes } from "./numbers";
import { readShebang } from "./shebang";

/** Runs one command for a script. */
export type CallCommand = (words: Bytes[], readOnly: boolean) => Reply<Bytes>;

const noScript = () => new ReplyError("NOSCRIPT No matching script. Please use EVAL.");

export const sha1 = (text: Bytes) => createHash("sha1").update(text, "latin1").digest("hex");

/**
 * So many scripts are kept that only EVAL brought; then the oldest goes, as in Redis 7.4. A client that asks for it by
 * its sha1 is told so and sends it again. Without a limit, scripts with a number written into them would fill the
 * machine's memory.
 */
const MOST_UNLOADED = 500;

interface Kept {
  /** The script declares that it does not write. */
  readOnly: boolean;
  /** SCRIPT LOAD brought it: it stays until SCRIPT FLUSH. */
  loaded: boolean;
}

/** Scripts by sha1, and the commands that load and run them. */
export class Scripts {
  readonly #kept = new Map<string, Kept>();
  /** Those that only EVAL brought, oldest first. */
  readonly #unloaded = new Set<string>();
  /** What the machine has compiled: what is kept, and what is likely to come again after a flush. */
  readonly #compiled = new Set<string>();

  constructor(
    private readonly machine: LuaMachine,
    private readonly call: CallCommand,
  ) {}

  /** Compiles a script unless that was done before. @throws ReplyError when it does not compile */
  keep(source: Bytes, loaded: boolean): string {
    const name = sha1(source);
    const before = this.#kept.get(name);
    if (before === undefined) {
      const { body, readOnly } = readShebang(source);
      if (!this.#compiled.has(name)) this.#compile(name, body);
      this.#kept.set(name, { readOnly, loaded });
      if (!loaded) this.#unloaded.add(name);
      this.#dropOldest();
    } else if (loaded && !before.loaded) {
      before.loaded = true;
      this.#unloaded.delete(name);
    }
    return name;
  }

  #compile(name: string, body: Bytes): void {
    const failure = this.machine.define(name, body);
    if (failure !== undefined) throw failure;
    this.#compiled.add(name);
  }

  #forget(name: string): void {
    this.#compiled.delete(name);
    this.machine.forget(name);
  }

  #dropOldest(): void {
    const [oldest] = this.#unloaded;
    if (this.#unloaded.size <= MOST_UNLOADED || oldest === undefined) return;
    this.#unloaded.delete(oldest);
    this.#kept.delete(oldest);
    this.#forget(oldest);
  }

  has(name: string): boolean {
    return this.#kept.has(name);
  }

  flush(): void {
    this.#kept.clear();
    this.#unloaded.clear();
    if (this.#compiled.size > MOST_UNLOADED) for (const name of [...this.#compiled]) this.#forget(name);
  }

  run(db: Database, name: string, [keys, argv]: [Bytes[], Bytes[]], readOnly: boolean): Reply<Bytes> {
    const script = this.#kept.get(name);
    if (script === undefined) throw noScript();
    const call = (words: Bytes[]) => this.call(words, readOnly || script.readOnly);
    return db.atOneInstant(() => this.machine.run({ sha1: name, keys, argv, call }));
  }
}

/** KEYS and ARGV: a count, so many keys, and the rest. */
function keysAndArguments(args: Arguments): [Bytes[], Bytes[]] {
  const count = args.integer();
  if (count > args.left) throw new ReplyError("ERR Number of keys can't be greater than number of args");
  if (count < 0) throw new ReplyError("ERR Number of keys can't be negative");
  const all = args.rest();
  return [all.slice(0, count), all.slice(count)];
}

/** @param scripts the scripts of the machine that runs now */
export function scriptingCommands(scripts: () => Scripts): Commands {
  const evaluate = (readOnly: boolean): Command =>
    controls(-3, (db, args) => {
      const source = args.bytes();
      const given = keysAndArguments(args);
      return scripts().run(db, scripts().keep(source, false), given, readOnly);
    });
  const evaluateSha = (readOnly: boolean): Command =>
    controls(-3, (db, args) => {
      const name = args.bytes().toLowerCase();
      if (name.length !== 40) throw noScript();
      return scripts().run(db, name, keysAndArguments(args), readOnly);
    });
  return {
    eval: evaluate(false),
    eval_ro: evaluate(true),
    evalsha: evaluateSha(false),
    evalsha_ro: evaluateSha(true),
    script: controls(-2, (_db, args) => {
      const word = args.word();
      if (word === "LOAD" && args.left === 1) return scripts().keep(args.bytes(), true);
      if (word === "EXISTS" && args.left > 0)
        return args.rest().map((name) => bit(scripts().has(name.toLowerCase())));
      if (word !== "FLUSH" || args.left > 1) throw syntaxError();
      if (args.left === 1 && !["ASYNC", "SYNC"].includes(args.word())) throw syntaxError();
      scripts().flush();
      return ok;
    }),
  };
}
