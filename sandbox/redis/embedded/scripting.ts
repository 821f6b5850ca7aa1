import { createHash } from "node:crypto";
import { ReplyError, type Reply } from "../engine";
import type { Arguments } from "./arguments";
import { bit, type Command, type Commands, controls, ok, syntaxError } from "./command";
import type { Database } from "./database";
import type { LuaMachine } from "./lua/machine";
import type { Bytes } from "./numbers";
import { readShebang } from "./shebang";

/** Runs one command for a script. */
export type CallCommand = (words: Bytes[], readOnly: boolean) => Reply<Bytes>;

const noScript = () => new ReplyError("NOSCRIPT No matching script. Please use EVAL.");

export const sha1 = (text: Bytes) => createHash("sha1").update(text, "latin1").digest("hex");

/** Scripts by sha1, and the commands that load and run them. */
export class Scripts {
  /** Which scripts are defined in the machine; true for those that declare that they don't write. */
  readonly #defined = new Map<string, boolean>();

  constructor(
    private readonly machine: LuaMachine,
    private readonly call: CallCommand,
  ) {}

  /** Compiles a script unless that was done before. @throws ReplyError when it does not compile */
  load(source: Bytes): string {
    const name = sha1(source);
    if (this.#defined.has(name)) return name;
    const { body, readOnly } = readShebang(source);
    const failure = this.machine.define(name, body);
    if (failure !== undefined) throw failure;
    this.#defined.set(name, readOnly);
    return name;
  }

  has(name: string): boolean {
    return this.#defined.has(name);
  }

  flush(): void {
    this.#defined.clear();
    this.machine.forget();
  }

  run(db: Database, name: string, [keys, argv]: [Bytes[], Bytes[]], readOnly: boolean): Reply<Bytes> {
    const declared = this.#defined.get(name);
    if (declared === undefined) throw noScript();
    const call = (words: Bytes[]) => this.call(words, readOnly || declared);
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
      return scripts().run(db, scripts().load(source), given, readOnly);
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
      if (word === "LOAD" && args.left === 1) return scripts().load(args.bytes());
      if (word === "EXISTS" && args.left > 0)
        return args.rest().map((name) => bit(scripts().has(name.toLowerCase())));
      if (word !== "FLUSH" || args.left > 1) throw syntaxError();
      if (args.left === 1 && !["ASYNC", "SYNC"].includes(args.word())) throw syntaxError();
      scripts().flush();
      return ok;
    }),
  };
}
