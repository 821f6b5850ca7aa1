import { describe, log } from "../http/log";
import { randomHex } from "../http/digest";
import { now, within } from "../time";
import { keys } from "./keys";
import { cacheStore, ledgerStore } from "./redis";

/** What keeps a store from its work; `slow`: longer than two seconds. */
export type StoreFault = "down" | "slow" | "full" | "read_only" | "refuses_login";

/** What the last probe of a store found. */
export interface Probed {
  fault: StoreFault | null;
  /** Since when (ms) every probe has failed; null while the last one succeeded. */
  failingSince: number | null;
  /** When it was probed (ms). */
  at: number;
  /** How far the store's clock is ahead of this machine's (ms); null where that is not known. */
  clockOffMs: number | null;
}

const SLOW_MS = 2_000;
/** How long a probe stands: callers who ask often must not be what the store is busy with. */
const STANDS_MS = 5_000;
/** A fault that lasted so long between two probes is no blip. */
const LASTS_MS = 30_000;

/** How stores word it that they take no write: Redis, Valkey, Upstash. */
const WORDS: readonly (readonly [StoreFault, RegExp])[] = [
  ["full", /\bOOM\b|max(?:imum)? (?:data|database|storage)[a-z ]* (?:size|limit)/i],
  ["read_only", /\bREADONLY\b|\bMISCONF\b|\bNOREPLICAS\b/],
  ["refuses_login", /\bNOAUTH\b|\bWRONGPASS\b|\bNOPERM\b|unauthorized|401/i],
];

/** What a store's refusal means. */
export function faultIn(error: unknown): StoreFault {
  const why = describe(error);
  return WORDS.find(([, words]) => words.test(why))?.[0] ?? (/TimeoutError/.test(why) ? "slow" : "down");
}

type Found = Pick<Probed, "fault" | "clockOffMs">;

let instance: string | undefined;

/** One write, read back, with the store's clock: one request. */
async function writeToLedger(): Promise<Found> {
  const [key, value] = [keys.probe((instance ??= randomHex(8))), String(now())];
  const pipeline = ledgerStore().pipeline();
  pipeline.set(key, value, { ex: 60 });
  pipeline.get(key);
  pipeline.time();
  const [, kept, time] = await pipeline.exec<[unknown, string | null, [string, string]]>();
  if (kept !== value) throw new Error("the ledger does not give back what was written");
  const sentAt = Number(value);
  const middle = (sentAt + now()) / 2;
  return { fault: null, clockOffMs: Number(time[0]) * 1000 + Number(time[1]) / 1000 - middle };
}

async function readFromCache(): Promise<Found> {
  await cacheStore().ping();
  return { fault: null, clockOffMs: null };
}

/** Probes a store, at most once in five seconds however many ask. Never throws: a store that is not set is down. */
function probing(store: "ledger" | "cache", probe: () => Promise<Found>): () => Promise<Probed> {
  let last: Probed | undefined;
  let asking: Promise<Probed> | undefined;
  const ask = async (): Promise<Probed> => {
    const found = await withinLimit(probe).catch((error: unknown): Found => {
      const fault = faultIn(error);
      if (last?.fault !== fault) log.error(`${store}_not_ready`, { fault, why: describe(error) });
      return { fault, clockOffMs: null };
    });
    const at = now();
    const failingSince = found.fault === null ? null : (last?.failingSince ?? at);
    last = { ...found, failingSince, at };
    asking = undefined;
    return last;
  };
  return () => {
    const age = now() - (last?.at ?? -Infinity);
    if (last !== undefined && age >= 0 && age < STANDS_MS) return Promise.resolve(last);
    return (asking ??= ask());
  };
}

/** Ends after two seconds, whatever the store's own time limit is. */
const withinLimit = (probe: () => Promise<Found>): Promise<Found> =>
  within(SLOW_MS, (signal) =>
    Promise.race([
      probe(),
      new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      }),
    ]),
  );

/** Whether the ledger takes a small write and gives it back. */
export const probeLedger = probing("ledger", writeToLedger);

/** Whether the cache answers. */
export const probeCache = probing("cache", readFromCache);

/** Whether two probes in a row, at least 30 seconds apart, have failed. */
export const isLasting = ({ at, failingSince }: Probed): boolean =>
  failingSince !== null && at - failingSince >= LASTS_MS;
