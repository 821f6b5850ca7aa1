import { isRecord } from "@/lib/is-record";
import type { SeenCheckpoint } from "./continuity";

const KEY = "lounge:checkpoint";

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** The checkpoint that this browser saw last; null where it keeps none. */
export function recallCheckpoint(storage: Storage): SeenCheckpoint | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "null");
    return isRecord(kept) && typeof kept.note === "string" && typeof kept.at === "number"
      ? { note: kept.note, at: kept.at }
      : null;
  } catch {
    return null; // closed storage, or somebody else's entry: then nothing was seen
  }
}

/** Keeps a checkpoint for the next visit. False where this browser keeps nothing. */
export function keepCheckpoint(storage: Storage, seen: SeenCheckpoint): boolean {
  try {
    storage.setItem(KEY, JSON.stringify(seen));
    return true;
  } catch {
    return false;
  }
}
