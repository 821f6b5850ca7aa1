import type { Engine, Reply } from "./engine";
import { KeyLockingScripts } from "./key-locking";
import { refusal } from "./rest-request";

/** Runs the commands of a request, those apart that are not available. */
export class Runner {
  readonly #scripts = new KeyLockingScripts();

  constructor(private readonly engine: Engine) {}

  /** One after another; each answer, or the reason why there is none, in its command's place. */
  async each(commands: Buffer[][]): Promise<Reply[]> {
    const refused = commands.map(refusal);
    const allowed = commands.filter((_, index) => refused[index] === undefined);
    const replies = await this.#run(allowed, false);
    return refused.map((reason) => reason ?? replies.shift() ?? null);
  }

  /** All or none. @throws ReplyError when one of them keeps all from running */
  async atomically(commands: Buffer[][]): Promise<Reply[]> {
    const reason = commands.map(refusal).find((each) => each !== undefined);
    if (reason !== undefined) throw reason;
    return this.#run(commands, true);
  }

  async #run(commands: Buffer[][], atomic: boolean): Promise<Reply[]> {
    const inbound = commands.map((command) => this.#scripts.inbound(command));
    const replies = await this.engine.run(inbound, atomic);
    return commands.map((command, index) => this.#scripts.outbound(command, replies[index] ?? null));
  }
}
