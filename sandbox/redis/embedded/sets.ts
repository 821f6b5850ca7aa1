import type { Reply } from "../engine";
import type { Arguments } from "./arguments";
import { bit, type Command, type Commands, reads, writes } from "./command";
import type { Database } from "./database";
import type { Bytes } from "./numbers";
import { scan } from "./scan";

const none: ReadonlySet<Bytes> = new Set();

const set = (db: Database, key: Bytes): ReadonlySet<Bytes> => db.read(key, "set") ?? none;

type Combine = (sets: ReadonlySet<Bytes>[]) => Bytes[];

const intersection: Combine = ([first = none, ...others]) =>
  [...first].filter((member) => others.every((other) => other.has(member)));

const difference: Combine = ([first = none, ...others]) =>
  [...first].filter((member) => !others.some((other) => other.has(member)));

const union: Combine = (sets) => [...new Set(sets.flatMap((each) => [...each]))];

const combined = (combine: Combine): Command =>
  reads(-2, (db, args) => combine(args.rest().map((key) => set(db, key))));

/** Stores what two or more sets make under a key, whatever it held. @returns how many members that is */
const stored = (combine: Combine): Command =>
  writes(-3, (db, args) => {
    const target = args.bytes();
    const members = combine(args.rest().map((key) => set(db, key)));
    if (members.length === 0) db.remove(target);
    else db.put(target, { type: "set", value: new Set(members), expiresAt: undefined });
    return members.length;
  });

function move(db: Database, args: Arguments): 1 | 0 {
  const [from, to, member] = [args.bytes(), args.bytes(), args.bytes()];
  if (db.read(from, "set") === undefined) return 0;
  db.read(to, "set");
  if (!set(db, from).has(member)) return 0;
  db.change(to, "set", (members) => members.add(member));
  if (from !== to) db.change(from, "set", (members) => members.delete(member));
  return 1;
}

const anyOf = (members: readonly Bytes[]): Bytes | undefined =>
  members[Math.floor(Math.random() * members.length)];

/** So many members at random, none twice. */
function sample(members: ReadonlySet<Bytes>, count: number): Bytes[] {
  const left = [...members];
  const taken: Bytes[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(Math.random() * left.length), 1));
  return taken;
}

function pop(db: Database, args: Arguments): Reply<Bytes> {
  const key = args.bytes();
  const count = args.left > 0 ? args.count() : undefined;
  args.end();
  return db.change(key, "set", (members) => {
    const taken = sample(members, count ?? 1);
    for (const member of taken) members.delete(member);
    return count === undefined ? (taken[0] ?? null) : taken;
  });
}

/** A negative count allows the same member more than once. */
function randomMembers(db: Database, args: Arguments): Reply<Bytes> {
  const key = args.bytes();
  const count = args.left > 0 ? args.integer() : undefined;
  args.end();
  const members = set(db, key);
  if (count === undefined) return anyOf([...members]) ?? null;
  if (count >= 0) return sample(members, count);
  const all = [...members];
  return Array.from({ length: all.length === 0 ? 0 : -count }, () => anyOf(all) ?? null);
}

export const setCommands: Commands = {
  sadd: writes(-3, (db, args) =>
    db.change(args.bytes(), "set", (members) => {
      const before = members.size;
      for (const member of args.rest()) members.add(member);
      return members.size - before;
    }),
  ),
  srem: writes(-3, (db, args) =>
    db.change(
      args.bytes(),
      "set",
      (members) => args.rest().filter((member) => members.delete(member)).length,
    ),
  ),
  smembers: reads(2, (db, args) => [...set(db, args.bytes())]),
  sismember: reads(3, (db, args) => bit(set(db, args.bytes()).has(args.bytes()))),
  smismember: reads(-3, (db, args) => {
    const members = set(db, args.bytes());
    return args.rest().map((member) => bit(members.has(member)));
  }),
  scard: reads(2, (db, args) => set(db, args.bytes()).size),
  smove: writes(4, move),
  spop: writes(-2, pop),
  srandmember: reads(-2, randomMembers),
  sinter: combined(intersection),
  sunion: combined(union),
  sdiff: combined(difference),
  sinterstore: stored(intersection),
  sunionstore: stored(union),
  sdiffstore: stored(difference),
  sscan: reads(-3, (db, args) => {
    const key = args.bytes();
    return scan(
      args,
      () => db.read(key, "set"),
      (members) => [...members].map((member) => [member]),
    );
  }),
};
