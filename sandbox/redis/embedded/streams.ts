import { type Reply, ReplyError } from "../engine";
import type { Arguments } from "./arguments";
import { type Commands, reads, writes } from "./command";
import type { Database } from "./database";
import { wrongArity } from "./errors";
import type { Bytes } from "./numbers";
import {
  following,
  formatId,
  HIGHEST,
  invalidId,
  isBefore,
  LOWEST,
  parseId,
  preceding,
  type StreamEntry,
  type StreamId,
} from "./stream";

const tooSmall = () =>
  new ReplyError("ERR The ID specified in XADD is equal or smaller than the target stream top item");

/** The id of a new entry: `*`, `<ms>-*`, or as given. It lies behind the last one, wherever the clock has gone. */
function newId(given: Bytes, last: StreamId | undefined, now: number): StreamId {
  if (given === "*") {
    const id = { ms: BigInt(now), seq: 0n };
    if (last === undefined || isBefore(last, id)) return id;
    const next = following(last);
    if (next === undefined) throw tooSmall();
    return next;
  }
  if (given.endsWith("-*")) {
    const { ms } = parseId(given.slice(0, -2), 0n);
    const next = last?.ms === ms ? following(last) : { ms, seq: ms === 0n ? 1n : 0n };
    if (next?.ms !== ms || (last !== undefined && !isBefore(last, next))) throw tooSmall();
    return next;
  }
  const id = parseId(given, 0n);
  if (last !== undefined && !isBefore(last, id)) throw tooSmall();
  return id;
}

/** XADD without its options: who trims or waits uses others. Redis judges its words before it looks at the key. */
function add(db: Database, args: Arguments): string {
  const [key, given] = [args.bytes(), args.bytes()];
  if (/^(NOMKSTREAM|MAXLEN|MINID)$/i.test(given))
    throw new ReplyError("ERR the embedded engine has no options of XADD");
  const isPart = given.endsWith("-*");
  const id = given === "*" ? undefined : parseId(isPart ? given.slice(0, -2) || "x" : given, 0n);
  if (args.left === 0 || args.left % 2 !== 0) throw wrongArity(args.command);
  if (id !== undefined && !isPart && !isBefore(LOWEST, id))
    throw new ReplyError("ERR The ID specified in XADD must be greater than 0-0");
  return db.change(key, "stream", (stream) => {
    const id = newId(given, stream.at(-1)?.id, db.now());
    stream.push({ id, fields: args.rest() });
    return formatId(id);
  });
}

/** One end of a range: `-`, `+`, an id, or `(` and an id for what lies beyond it. */
function end(text: Bytes, seq: bigint, beyond: (id: StreamId) => StreamId | undefined): StreamId {
  if (text === "-") return LOWEST;
  if (text === "+") return HIGHEST;
  if (!text.startsWith("(")) return parseId(text, seq);
  if (text === "(-" || text === "(+") throw invalidId();
  const id = beyond(parseId(text.slice(1), seq));
  if (id === undefined)
    throw new ReplyError(`ERR invalid ${seq === 0n ? "start" : "end"} ID for the interval`);
  return id;
}

const shown = ({ id, fields }: StreamEntry): Reply<Bytes> => [formatId(id), fields];

/** Entries of a range, in their order or, of `isReversed`, from the last on, where its end is named first. */
function range(db: Database, args: Arguments, isReversed: boolean): Reply<Bytes> {
  const key = args.bytes();
  const [one, other] = [args.bytes(), args.bytes()];
  const from = end(isReversed ? other : one, 0n, following);
  const to = end(isReversed ? one : other, HIGHEST.seq, preceding);
  let count = Infinity;
  while (args.left > 0) {
    if (args.word() !== "COUNT") throw new ReplyError("ERR syntax error");
    count = Math.max(0, args.integer());
  }
  const stream = db.read(key, "stream");
  if (stream === undefined) return [];
  if (count === 0) return null; // as Redis does
  const within = stream.filter(({ id }) => !isBefore(id, from) && !isBefore(to, id));
  return (isReversed ? within.toReversed() : within).slice(0, count).map(shown);
}

export const streamCommands: Commands = {
  xadd: writes(-5, add),
  xlen: reads(2, (db, args) => db.read(args.bytes(), "stream")?.length ?? 0),
  xrange: reads(-4, (db, args) => range(db, args, false)),
  xrevrange: reads(-4, (db, args) => range(db, args, true)),
};
