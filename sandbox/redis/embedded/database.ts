import { ReplyError } from "../engine";
import type { Bytes } from "./numbers";
import { SortedSet } from "./sorted-set";
import type { Stream } from "./stream";

/** What a key can hold, by the name that TYPE answers. */
interface DataTypes {
  string: Bytes;
  hash: Map<Bytes, Bytes>;
  list: Bytes[];
  zset: SortedSet;
  stream: Stream;
}

export type DataType = keyof DataTypes;
type Container = Exclude<DataType, "string">;

type EntryOf<T extends DataType> = { type: T; value: DataTypes[T]; expiresAt: number | undefined };
export type Entry = { [T in DataType]: EntryOf<T> }[DataType];

const empty: Record<Container, () => Entry> = {
  hash: () => ({ type: "hash", value: new Map(), expiresAt: undefined }),
  list: () => ({ type: "list", value: [], expiresAt: undefined }),
  zset: () => ({ type: "zset", value: new SortedSet(), expiresAt: undefined }),
  stream: () => ({ type: "stream", value: [], expiresAt: undefined }),
};

const holds = <T extends DataType>(entry: Entry | EntryOf<T>, type: T): entry is EntryOf<T> =>
  entry.type === type;

const sizeOf = (value: DataTypes[Container]): number => (Array.isArray(value) ? value.length : value.size);

const wrongType = () => new ReplyError("WRONGTYPE Operation against a key holding the wrong kind of value");

/** The keyspace: keys, what they hold, and when they end. */
export class Database {
  readonly #entries = new Map<Bytes, Entry>();
  #instant: number | undefined;

  /** @param clock whole milliseconds since the epoch */
  constructor(private readonly clock: () => number) {}

  now(): number {
    return this.#instant ?? this.clock();
  }

  /** Time stands still while `work` runs, so that no key ends in the middle of a script. */
  atOneInstant<T>(work: () => T): T {
    this.#instant = this.clock();
    try {
      return work();
    } finally {
      this.#instant = undefined;
    }
  }

  get size(): number {
    return [...this.keys()].length;
  }

  /** Bytes of all keys and values. */
  get bytes(): number {
    const texts = (value: unknown): number => {
      if (typeof value === "string") return value.length;
      if (value instanceof SortedSet) return texts(value.ordered().map(({ member }) => member));
      if (value instanceof Map) return texts([...value].flat());
      if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + texts(one), 0);
      return typeof value === "object" && value !== null ? texts(Object.values(value)) : 8;
    };
    return [...this.keys()].reduce((sum, key) => sum + key.length + texts(this.find(key)?.value), 0);
  }

  find(key: Bytes): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry?.expiresAt === undefined || entry.expiresAt > this.now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  /** The value under a key. @throws ReplyError `WRONGTYPE` when it is of another type */
  read<T extends DataType>(key: Bytes, type: T): DataTypes[T] | undefined {
    const entry = this.find(key);
    if (entry === undefined) return undefined;
    if (!holds(entry, type)) throw wrongType();
    return entry.value;
  }

  /**
   * Changes a container in place: a missing one is made first, one left empty is removed, as Redis does.
   * @throws ReplyError `WRONGTYPE`
   */
  change<T extends Container, R>(key: Bytes, type: T, edit: (value: DataTypes[T]) => R): R {
    if (this.find(key) === undefined) this.put(key, empty[type]());
    const value = this.read(key, type);
    if (value === undefined) throw new Error(`a new ${type} is missing under its key`);
    try {
      return edit(value);
    } finally {
      if (sizeOf(value) === 0) this.#entries.delete(key);
    }
  }

  /** Replaces whatever the key held. */
  put(key: Bytes, entry: Entry): void {
    this.#entries.set(key, entry);
  }

  /** Sets a string without a time to live, or with that of the value it replaces. */
  putString(key: Bytes, value: Bytes, expiresAt: number | undefined): void {
    this.put(key, { type: "string", value, expiresAt });
  }

  remove(key: Bytes): boolean {
    const existed = this.find(key) !== undefined;
    this.#entries.delete(key);
    return existed;
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Drops what has ended: a key that no one asks for again would stay. */
  sweep(): void {
    for (const key of this.#entries.keys()) this.find(key);
  }

  /** The keys that have not ended. Drops those that have. */
  *keys(): Generator<Bytes> {
    for (const key of this.#entries.keys()) if (this.find(key) !== undefined) yield key;
  }
}
