import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { env, EnvError } from "../../lib/env";
import { ledgerStore } from "../../lib/store/redis";
import { NoArchive, type Store } from "./archive";

/** The ledger's database that the environment names. Throws NoArchive where it names none. */
export function storeOf(): Store {
  const { LEDGER_REDIS_REST_URL, UPSTASH_REDIS_REST_URL, STORE_PREFIX } = env();
  // In a local world the ledger may lie in the cache's database.
  if (LEDGER_REDIS_REST_URL === undefined && UPSTASH_REDIS_REST_URL === undefined)
    throw new NoArchive("Set LEDGER_REDIS_REST_URL and LEDGER_REDIS_REST_TOKEN, then try again.");
  return { redis: ledgerStore(), prefix: STORE_PREFIX };
}

/** Lines of a file, which is opened when the first is asked for: a reader that waits before that would lose some. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

/** A file that can't be opened, read or written, as Node reports it: the message names it. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof Error && "syscall" in error && "path" in error;

/** Runs a command's work; what a person can mend is said in a line. */
export async function runFor(work: () => Promise<number>): Promise<void> {
  process.exitCode = await work().catch((error: unknown) => {
    if (!(error instanceof NoArchive || error instanceof EnvError || isOfFile(error))) throw error;
    console.error(error.message);
    return 1;
  });
}
