import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { env } from "../../lib/env";
import { ledgerStore } from "../../lib/store/redis";
import { NoArchive, type Store } from "./archive";

/** The ledger's database that the environment names. */
export const storeOf = (): Store => ({ redis: ledgerStore(), prefix: env().STORE_PREFIX });

/** Lines of a file, which is opened when the first is asked for: a reader that waits before that would lose some. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

/** Runs a command's work; what a person can mend is said in a line. */
export async function runFor(work: () => Promise<number>): Promise<void> {
  process.exitCode = await work().catch((error: unknown) => {
    if (!(error instanceof NoArchive)) throw error;
    console.error(error.message);
    return 1;
  });
}
