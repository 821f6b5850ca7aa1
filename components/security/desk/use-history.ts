import { useMemo, useSyncExternalStore } from "react";
import {
  addToHistory,
  clearHistory,
  historyOf,
  keptText,
  removeFromHistory,
} from "@/lib/security/report/history";
import type { Report } from "@/lib/security/report/report";

const listeners = new Set<() => void>();

/** Changes in this tab and in others. */
function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("storage", changed);
  };
}

/** The store, or null in a browser that keeps nothing for pages. */
function store(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function read(): string | null {
  const storage = store();
  return storage && keptText(storage);
}

function change<T>(work: (storage: Storage) => T): T | null {
  const storage = store();
  const done = storage && work(storage);
  listeners.forEach((changed) => changed());
  return done;
}

export interface History {
  reports: readonly Report[];
  /** Says whether there was room for it. */
  add(report: Report): boolean;
  remove(id: string): void;
  clear(): void;
}

const add = (report: Report) => change((storage) => addToHistory(storage, report)) === true;
const remove = (id: string) => void change((storage) => removeFromHistory(storage, id));
const clear = () => void change(clearHistory);

/** The reports that this browser keeps, newest first, in step with other tabs. */
export function useHistory(): History {
  const text = useSyncExternalStore(subscribe, read, () => null);
  const reports = useMemo(() => historyOf(text), [text]);
  return { reports, add, remove, clear };
}
