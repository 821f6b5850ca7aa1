/** What the browser keeps for this site: `localStorage`, which all tabs share and a reload leaves. */
export type KeyValue = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The same, with its keys. */
export type KeyList = KeyValue & Pick<Storage, "length" | "key">;

/** Of a browser that keeps nothing for pages: what is written to it fails. */
export const KEEPS_NOTHING: KeyList = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {
    throw new Error("this browser keeps nothing for this site");
  },
  removeItem: () => undefined,
};

/** What this page's browser keeps. */
export function pageStorage(): KeyList {
  try {
    return window.localStorage;
  } catch {
    return KEEPS_NOTHING; // a person may forbid it, and then even the name throws
  }
}

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
