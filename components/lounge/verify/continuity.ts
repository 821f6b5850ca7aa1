import { isConsistent } from "@/lib/lounge/verifier/verify";
import { openWith, type Finding } from "./checks";
import type { LogNow } from "./read-log";

/** A checkpoint that this browser has seen before: what the service can't take back from it. */
export interface SeenCheckpoint {
  note: string;
  /** When it was seen, in milliseconds. */
  at: number;
}

export interface Continuity {
  finding: Finding;
  why: string;
}

/**
 * Whether the log of now goes on from a checkpoint that was seen earlier. `readLog` asks for the log with a proof from a
 * size; it gives null where it got no answer. Throws where this browser can't check Ed25519 signatures.
 */
export async function goesOnFrom(
  { note }: SeenCheckpoint,
  keys: readonly string[],
  readLog: (first: number) => Promise<LogNow | null>,
): Promise<Continuity> {
  const earlier = await openWith(note, keys);
  if (earlier === null)
    return {
      finding: "refuted",
      why: "None of the keys that the log names now signed the checkpoint that was seen earlier.",
    };
  const now = earlier.size === 0 ? null : await readLog(earlier.size);
  if (earlier.size === 0) return { finding: "open", why: "The earlier tree had no leaves." };
  if (now === null)
    return {
      finding: "open",
      why: `The service gave no proof from ${earlier.size} leaves on. A log that has fewer now than it had then was cut.`,
    };
  const later = now.checkpoint === null ? null : await openWith(now.checkpoint, keys);
  if (later === null) return { finding: "open", why: "No key has signed the log as it is now." };
  const proof = now.consistency?.first === earlier.size ? now.consistency.proof : [];
  return (await isConsistent(earlier, later, proof))
    ? {
        finding: "proved",
        why: `The ${earlier.size} leaves of then are the first of the ${later.size} of now.`,
      }
    : { finding: "refuted", why: "The log was changed, reordered or cut since then." };
}
