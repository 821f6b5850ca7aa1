/** Something that goes wrong with a request, set by a test in the same process. */
export type Fault = {
  /** Which requests it applies to; without it, all. */
  when?: (commands: readonly (readonly string[])[]) => boolean;
  /** How many requests it applies to; without it, every one until it is lifted. */
  times?: number;
} & (
  | { kind: "down" } // the connection ends, nothing has run
  | { kind: "lost-reply" } // all has run, and the connection ends without an answer
  | { kind: "slow"; milliseconds: number } // it runs, later
  | { kind: "error"; status: number; message: string } // nothing has run, and this is the answer
);

/** Holds the fault that is set, and counts down how often it still strikes. */
export class FaultSwitch {
  #fault: Fault | undefined;
  #left = Infinity;

  set(fault: Fault | undefined): void {
    this.#fault = fault;
    this.#left = fault?.times ?? Infinity;
  }

  /** The fault that applies to these commands, if any. */
  strike(commands: Buffer[][]): Fault | undefined {
    const fault = this.#fault;
    if (fault === undefined || this.#left <= 0) return undefined;
    const words = commands.map((command) => command.map((word) => word.toString()));
    if (fault.when?.(words) === false) return undefined;
    this.#left--;
    return fault;
  }
}
