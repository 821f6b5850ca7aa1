/** A simple string (`+OK` on the wire). Kept apart from bulk strings because a script sees the difference. */
export class Status {
  constructor(readonly text: string) {}
}

/** An error that a command answered with. The first word is its code: `ERR`, `WRONGTYPE`, `NOSCRIPT`, … */
export class ReplyError extends Error {
  override name = "ReplyError";
}

/** What one command answered. An integer beyond 2^53 is a bigint; `null` is RESP's nil. */
export type Reply<Bulk = Buffer> = Bulk | Status | ReplyError | number | bigint | null | Reply<Bulk>[];

/** Something that runs Redis commands: a server, or the embedded engine. */
export interface Engine {
  /**
   * Runs commands (name first, then arguments, as bytes) in order and answers each in its place; a command that
   * fails answers a `ReplyError` and the next still runs. With `atomic`, nobody else's command runs in between.
   * @throws ReplyError (`EXECABORT …`) when an atomic batch was refused as a whole, so nothing of it ran
   * @throws Error when the engine can't be reached: what ran is then unknown
   */
  run(commands: Buffer[][], atomic: boolean): Promise<Reply[]>;
  close(): void;
}
