import { runInNewContext } from "node:vm";

const HANGS_MS = 20_000;

/**
 * What some work gives that computes without a pause. Work that doesn't come to its end is stopped and throws; a test's own
 * time-out would not, as it waits for the work to pause.
 */
export const ends = <T>(work: () => T): T => runInNewContext("work()", { work }, { timeout: HANGS_MS }) as T;
