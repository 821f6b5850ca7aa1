import { type Engine, type Reply, ReplyError, Status } from "../engine";
import { Database } from "./database";
import { Dispatch } from "./dispatch";
import { expiryCommands } from "./expiry";
import { hashCommands } from "./hashes";
import { keyCommands } from "./keys";
import { listCommands } from "./lists";
import { type Budget, LuaMachine } from "./lua/machine";
import type { Bytes } from "./numbers";
import { Scripts, scriptingCommands } from "./scripting";
import { serverCommands } from "./server";
import { sortedSetCommands } from "./sorted-sets";
import { streamCommands } from "./streams";
import { stringCommands } from "./strings";

const MEBIBYTE = 1024 * 1024;

const SWEEP_MS = 30_000;

const usualBudget: Budget = { instructions: 20_000_000, milliseconds: 5_000, memoryBytes: 64 * MEBIBYTE };

export interface EmbeddedOptions {
  /** Whole milliseconds since the epoch. */
  now?: () => number;
  /** What one script may use. */
  budget?: Budget;
}

const utf8 = (text: Bytes) => Buffer.from(text, "latin1").toString();

/** From bytes in strings to what engines answer: buffers, and messages as text. */
function toOutside(reply: Reply<Bytes>): Reply {
  if (typeof reply === "string") return Buffer.from(reply, "latin1");
  if (reply instanceof Status) return new Status(utf8(reply.text));
  if (reply instanceof ReplyError) return new ReplyError(utf8(reply.message));
  return Array.isArray(reply) ? reply.map(toOutside) : reply;
}

/**
 * A small Redis in memory, for one process. Commands run one after another in one thread, so all are atomic.
 * It has the commands that the product, the official limiter and the tests use, and answers them as Redis 7 does,
 * numbers printed as since 7.2; `tests/full/redis-differential.test.ts` holds it to that. Any other command is unknown
 * to it. It writes nothing to disk, and its SCAN tells everything at once. One call of a script into Lua's pattern
 * matching is not interrupted by the budget.
 */
export async function embeddedEngine(options: EmbeddedOptions = {}): Promise<Engine> {
  const { now = Date.now, budget = usualBudget } = options;
  const db = new Database(now);
  const newScripts = async (): Promise<Scripts> =>
    new Scripts(await LuaMachine.start(budget), (words, readOnly) => dispatch.fromScript(words, readOnly));
  let scripts = await newScripts();
  let repair: Promise<void> | undefined;

  const dispatch: Dispatch = new Dispatch(db, {
    ...serverCommands,
    ...keyCommands,
    ...expiryCommands,
    ...stringCommands,
    ...hashCommands,
    ...listCommands,
    ...sortedSetCommands,
    ...streamCommands,
    ...scriptingCommands(() => scripts),
  });

  async function replaceScripts(): Promise<void> {
    scripts = await newScripts();
    repair = undefined;
  }

  const sweeper = setInterval(() => db.sweep(), SWEEP_MS).unref();

  return {
    async run(batch, atomic) {
      await repair;
      const all = batch.map((words) => words.map((word) => word.toString("latin1")));
      if (atomic && all.some((words) => dispatch.refusal(words) !== undefined))
        throw new ReplyError("EXECABORT Transaction discarded because of previous errors.");
      try {
        return all.map((words) => toOutside(dispatch.fromClient(words)));
      } catch (failure) {
        // No command's error: a script's machine may have been left in the middle of anything.
        repair = replaceScripts();
        throw failure;
      }
    },
    close() {
      clearInterval(sweeper);
      db.clear();
    },
  };
}
