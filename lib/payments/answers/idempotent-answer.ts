import type { RouteEntry } from "@/lib/catalog/define";
import { ApiError } from "@/lib/http/api-error";
import { clientAddress } from "@/lib/http/client-address";
import { sha256Hex } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { requestFingerprint } from "../ledger/fingerprint";

const KEPT_SEC = 86_400;

/** A free call with an Idempotency-Key. */
export interface IdempotentCall {
  entry: Pick<RouteEntry, "path" | "limits">;
  /** The request's arguments before defaults. */
  args: Readonly<Record<string, unknown>>;
  idempotencyKey: string;
  headers: Headers;
}

/** Nothing is charged here, so a call is answered without the store, too; its answer is then not stored. */
const orLog =
  (path: string, what: string) =>
  (error: unknown): null => {
    log.warn(what, { route: path, why: describe(error) });
    return null;
  };

/** Reads the stored value: the request's fingerprint, a line break, the answer. */
function readStored(kept: string, fingerprint: string): string {
  const end = kept.indexOf("\n");
  if (kept.slice(0, end) !== fingerprint)
    throw new ApiError(
      "idempotency_conflict",
      "This Idempotency-Key belongs to another request of yours. Send that one again, or take a new key.",
    );
  return kept.slice(end + 1);
}

/**
 * The answer of a free POST route under the caller's Idempotency-Key: the first one, for 24 hours, by key, client
 * address and route. `answer` makes it (JSON). Throws ApiError 409 where the key belongs to another request, and what
 * `answer` throws; a refusal is not kept.
 */
export async function idempotentAnswer(
  { entry, args, idempotencyKey, headers }: IdempotentCall,
  answer: () => Promise<string>,
): Promise<{ text: string; replayed: boolean }> {
  const [fingerprint, caller] = await Promise.all([
    requestFingerprint(entry.path, args),
    sha256Hex(JSON.stringify([clientAddress(headers), idempotencyKey])),
  ]);
  const key = keys.freeAnswer(entry.path, caller);
  const kept = await Promise.resolve()
    .then(() => cacheStore().get<string>(key))
    .catch(orLog(entry.path, "stored_answer_unread"));
  if (kept !== null) return { text: readStored(kept, fingerprint), replayed: true };
  const text = await answer();
  if (text.length <= entry.limits.answerBytes)
    await Promise.resolve()
      .then(() => cacheStore().set(key, `${fingerprint}\n${text}`, { ex: KEPT_SEC, nx: true }))
      .catch(orLog(entry.path, "answer_not_stored"));
  return { text, replayed: false };
}
