/** What is taken out of the ledger's database and brought back: families of keys that outlive everything, by their names' beginnings. */
export const FAMILIES = {
  agents: ["agents:directory:", "agents:record:", "agents:token:", "agents:sap:", "agents:feedback:"],
  lounge: ["lounge:"],
} as const;
export type Family = keyof typeof FAMILIES;

export const isFamily = (name: string | undefined): name is Family =>
  name !== undefined && Object.hasOwn(FAMILIES, name);

/** The kinds of keys that these families have. */
export const TYPES = ["string", "hash", "list", "zset"] as const;
export type Type = (typeof TYPES)[number];

/** A line of an archive: a key's elements, or a page of them, in the order in which they are written back. */
export interface Part {
  /** Without the store's prefix, so that it may come back under another. */
  key: string;
  type: Type;
  /** The text of a string; fields and values in turn of a hash; elements of a list; members and scores in turn of a sorted set. */
  of: string[];
}
