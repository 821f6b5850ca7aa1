import { env } from "@/lib/env";
import type { Effect } from "@/lib/handler";
import { sha256Hex } from "@/lib/http/digest";
import { isRecord } from "@/lib/is-record";
import { keys } from "@/lib/store/keys";
import type { FeedbackFile } from "./answer";
import { TAKEN_DOWN_REASONS, type TakenDownReason } from "./vocabulary";

/**
 * The feedback that one payment backs: a second one of it has the same id, for whichever of the agents that share the paid
 * wallet. `payment` is its key, as the till makes it.
 */
export const feedbackIdOf = async (payment: string): Promise<string> =>
  `fbk_${(await sha256Hex(`svc-feedback/1\n${payment}`)).slice(0, 32)}`;

/** Where a file is read. */
export const feedbackUrl = (id: string): string =>
  `${env().PUBLIC_ORIGIN}/api/agent-identity-feedback?id=${id}`;

/** The file's bytes: what is served at its address, and what its hash on chain is made of. */
export const bytesOf = (file: FeedbackFile): string => JSON.stringify(file);

/** What is kept under a feedback's key. */
export type Kept = { kind: "file"; file: FeedbackFile } | { kind: "taken down"; reason: TakenDownReason };

/** Reads what is kept; null for nothing. */
export function readKept(text: unknown): Kept | null {
  if (typeof text !== "string") return null;
  const value: unknown = JSON.parse(text);
  const reason = isRecord(value) ? TAKEN_DOWN_REASONS.find((one) => one === value["takenDown"]) : undefined;
  if (reason !== undefined) return { kind: "taken down", reason };
  return { kind: "file", file: value as FeedbackFile }; // written by bytesOf
}

/** Takes a file down: its place stays taken, so that it isn't written again. */
export const takeDown = (id: string, reason: TakenDownReason): Effect => ({
  command: ["SET", keys.agentFeedback(id), JSON.stringify({ takenDown: reason })],
});
