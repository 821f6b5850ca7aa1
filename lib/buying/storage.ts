/** What the browser keeps for this site: `localStorage`, which all tabs share and a reload leaves. */
export type KeyValue = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A value that was written as JSON; null where there is none, or none that `read` takes: somebody else wrote it. */
export function readKept<T>(storage: KeyValue, key: string, read: (value: unknown) => T | null): T | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  try {
    return read(JSON.parse(text));
  } catch {
    return null; // no JSON: the same as nothing that can be read
  }
}

export const keep = (storage: KeyValue, key: string, value: unknown): void =>
  storage.setItem(key, JSON.stringify(value));
