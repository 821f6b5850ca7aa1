import { type Reply, ReplyError } from "../engine";
import { Arguments } from "./arguments";
import type { Command, Commands } from "./command";
import type { Database } from "./database";
import { wrongArity } from "./errors";
import type { Bytes } from "./numbers";

/** Of an unknown command's name, and of its arguments, so much is shown. */
const SHOWN = 128;

function unknownCommand([name = "", ...args]: Bytes[]): ReplyError {
  let shown = "";
  for (const arg of args) if (shown.length < SHOWN) shown += `'${arg.slice(0, SHOWN - shown.length)}' `;
  return new ReplyError(`ERR unknown command '${name.slice(0, SHOWN)}', with args beginning with: ${shown}`);
}

const fits = ({ arity }: Command, words: number) => (arity < 0 ? words >= -arity : words === arity);

/** Finds a command by its name and runs it. What it throws as a `ReplyError` is its answer. */
export class Dispatch {
  readonly #commands: ReadonlyMap<string, Command>;

  constructor(
    private readonly db: Database,
    commands: Commands,
  ) {
    this.#commands = new Map(Object.entries(commands));
  }

  /** What keeps a client's command from running at all: its name or the number of its words. */
  refusal(words: Bytes[]): ReplyError | undefined {
    const name = words[0]?.toLowerCase() ?? "";
    const command = this.#commands.get(name);
    if (command === undefined) return unknownCommand(words);
    return fits(command, words.length) ? undefined : wrongArity(name);
  }

  fromClient(words: Bytes[]): Reply<Bytes> {
    return this.refusal(words) ?? this.#run(words);
  }

  /** A command that a script calls: fewer are allowed, and the messages are others. */
  fromScript(words: Bytes[], readOnly: boolean): Reply<Bytes> {
    const command = this.#commands.get(words[0]?.toLowerCase() ?? "");
    if (command === undefined) return new ReplyError("ERR Unknown Redis command called from script");
    if (!fits(command, words.length))
      return new ReplyError("ERR Wrong number of args calling Redis command from script");
    if (command.kind === "control")
      return new ReplyError("ERR This Redis command is not allowed from script");
    if (readOnly && command.kind === "write")
      return new ReplyError("ERR Write commands are not allowed from read-only scripts.");
    return this.#run(words);
  }

  #run([given = "", ...rest]: Bytes[]): Reply<Bytes> {
    const name = given.toLowerCase();
    try {
      return this.#commands.get(name)?.run(this.db, new Arguments(name, rest)) ?? null;
    } catch (failure) {
      if (failure instanceof ReplyError) return failure;
      throw failure;
    }
  }
}
