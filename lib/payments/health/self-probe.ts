import * as z from "zod";

const selfProbe = z.object({
  at: z.number(),
  failed: z.number(),
  since: z.number().nullable(),
  why: z.string(),
});

/** What the service's last call to itself through the front found. */
export interface SelfProbe {
  /** Milliseconds since 1970. */
  at: number;
  /** How many calls in a row have got something else than a good 402. */
  failed: number;
  /** Since when (ms) they do; null while the last one was good. */
  since: number | null;
  /** What stood between; empty while the last one was good. */
  why: string;
}

/** As the ledger keeps it; null where it holds none that can be read. */
export function readSelfProbe(text: string | null): SelfProbe | null {
  const read = selfProbe.safeParse(text === null ? null : JSON.parse(text));
  return read.success ? read.data : null;
}
