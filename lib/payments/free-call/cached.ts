import type { RouteEntry } from "@/lib/catalog/define";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { KEPT_SEC } from "./apply";
import { type CallName, type Rendered, readStored, writeKept } from "./kept";

type Entry = Pick<RouteEntry, "path" | "limits">;

/** Nothing is charged or changed here, so a store that is down keeps nobody from an answer; it is only not kept. */
const orLog =
  ({ path }: Entry, what: string) =>
  (error: unknown): null => {
    log.warn(what, { route: path, why: describe(error) });
    return null;
  };

/** The answer that the same call got before, or null. Throws ApiError 409 where the key belongs to another request. */
export async function findCached(entry: Entry, name: CallName): Promise<Rendered | null> {
  const kept = await Promise.resolve()
    .then(() => cacheStore().get<string>(keys.freeAnswer(entry.path, name.id)))
    .catch(orLog(entry, "stored_answer_unread"));
  return kept === null ? null : readStored(name, kept);
}

/** Keeps the answer of a call that changed nothing, unless it is too large. */
export async function keepCached(entry: Entry, name: CallName, rendered: Rendered): Promise<void> {
  if (rendered.text.length > entry.limits.answerBytes) return;
  await Promise.resolve()
    .then(() =>
      cacheStore().set(keys.freeAnswer(entry.path, name.id), writeKept(name, rendered), {
        ex: KEPT_SEC,
        nx: true,
      }),
    )
    .catch(orLog(entry, "answer_not_stored"));
}
