import type { RouteEntry } from "@/lib/catalog/define";
import { ApiError } from "@/lib/http/api-error";
import { clientAddress } from "@/lib/http/client-address";
import { sha256Hex } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { requestFingerprint } from "../ledger/fingerprint";

const KEPT_SEC = 86_400;

/** A free call that names itself by an Idempotency-Key. */
export interface NamedCall {
  entry: Pick<RouteEntry, "path" | "limits">;
  /** The request's arguments before defaults. */
  args: Readonly<Record<string, unknown>>;
  idempotencyKey: string;
  headers: Headers;
}

/** Nothing is charged here, so a store that is down keeps nobody from an answer; it is only not kept. */
const orLog =
  (path: string, what: string) =>
  (error: unknown): null => {
    log.warn(what, { route: path, why: describe(error) });
    return null;
  };

/** What a key holds: the fingerprint of its request, a line end, the answer. */
function readKept(kept: string, fingerprint: string): string {
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
export async function keptAnswer(
  { entry, args, idempotencyKey, headers }: NamedCall,
  answer: () => Promise<string>,
): Promise<{ text: string; replayed: boolean }> {
  const [fingerprint, caller] = await Promise.all([
    requestFingerprint(entry.path, args),
    sha256Hex(JSON.stringify([clientAddress(headers), idempotencyKey])),
  ]);
  const key = keys.freeAnswer(entry.path, caller);
  const kept = await Promise.resolve()
    .then(() => cacheStore().get<string>(key))
    .catch(orLog(entry.path, "kept_answer_unread"));
  if (kept !== null) return { text: readKept(kept, fingerprint), replayed: true };
  const text = await answer();
  if (text.length <= entry.limits.answerBytes)
    await Promise.resolve()
      .then(() => cacheStore().set(key, `${fingerprint}\n${text}`, { ex: KEPT_SEC, nx: true }))
      .catch(orLog(entry.path, "answer_not_kept"));
  return { text, replayed: false };
}
