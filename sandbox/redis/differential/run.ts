import type { Engine, Reply } from "../engine";
import { KEYS } from "./commands";
import { agree, comparable } from "./compare";

/** One command that two engines answered differently. */
export interface Difference {
  command: readonly string[];
  first: string;
  second: string;
}

/** What a key holds, whatever its type: the commands of other types answer WRONGTYPE. */
const inspect = (key: string): string[][] => [
  ["TYPE", key],
  ["GET", key],
  ["LRANGE", key, "0", "-1"],
  ["HGETALL", key],
  ["ZRANGE", key, "0", "-1", "WITHSCORES"],
  ["XRANGE", key, "-", "+"],
  ["PTTL", key],
];

/** Runs the same commands on two engines and compares every answer, and now and then every key. */
export class Differential {
  readonly differences: Difference[] = [];
  /** How many commands were answered without an error: a comparison of errors alone proves little. */
  succeeded = 0;
  readonly keys: string[];

  constructor(
    private readonly first: Engine,
    private readonly second: Engine,
    prefix: string,
    /** Whether the values come from scripts. */
    private readonly scripted: boolean,
  ) {
    this.keys = KEYS.map((key) => prefix + key);
  }

  /** Runs a batch and what its keys hold after it. At a difference both engines start over with no keys. */
  async compare(batch: string[][]): Promise<void> {
    const commands = [...batch, ...this.keys.flatMap(inspect)];
    const bytes = commands.map((command) => command.map((word) => Buffer.from(word)));
    const answers: [Reply[], Reply[]] = [
      await this.first.run(bytes, false),
      await this.second.run(bytes, false),
    ];
    for (const [index, command] of commands.entries()) {
      const [first, second] = answers.map((replies) => replies[index] ?? null);
      if (first === undefined || second === undefined) throw new Error("an engine did not answer");
      if (index < batch.length && !(first instanceof Error)) this.succeeded++;
      if (agree(command, first, second, this.scripted)) continue;
      this.differences.push({
        command,
        first: comparable(command, first, this.scripted),
        second: comparable(command, second, this.scripted),
      });
      await this.clear();
      return;
    }
  }

  async clear(): Promise<void> {
    const remove = [["DEL", ...this.keys].map((word) => Buffer.from(word))];
    await this.first.run(remove, false);
    await this.second.run(remove, false);
  }
}
