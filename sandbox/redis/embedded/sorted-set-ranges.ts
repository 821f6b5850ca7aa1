import { ReplyError } from "../engine";
import { type Arguments, int64 } from "./arguments";
import type { Database } from "./database";
import { syntaxError } from "./errors";
import { type Bytes, formatDouble, parseDouble } from "./numbers";
import { sliceBounds } from "./ranges";
import type { Scored } from "./sorted-set";

/** A negative count means all that follow; a negative offset nothing. */
interface Limit {
  offset: number;
  count: number;
}

/** Picks from members in their order, lowest first. */
type Select = (all: readonly Scored[], limit?: Limit) => readonly Scored[];

const ALL: Limit = { offset: 0, count: -1 };

/** The first place from which on something holds no more, in a list of which it holds up to there. */
function end(all: readonly Scored[], holds: (one: Scored) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    if (one !== undefined && holds(one)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What stands from one place up to another, or down to it when reversed. It copies no more than it gives. */
function between(
  all: readonly Scored[],
  [from, to]: readonly [number, number],
  reversed: boolean,
  { offset, count }: Limit,
): readonly Scored[] {
  if (offset < 0 || from >= to) return [];
  const most = count < 0 ? all.length : count;
  if (!reversed) return all.slice(from + offset, Math.min(to, from + offset + most));
  const last = Math.max(from, to - offset);
  return all.slice(Math.max(from, last - most), last).reverse();
}

interface Bound {
  score: number;
  exclusive: boolean;
}

function bound(text: Bytes): Bound {
  const exclusive = text.startsWith("(");
  const score = parseDouble(exclusive ? text.slice(1) : text);
  if (score === undefined) throw new ReplyError("ERR min or max is not a float");
  return { score, exclusive };
}

/** Between two scores, each inclusive unless it starts with `(`. When reversed, the higher is given first. */
export function byScore(args: Pick<Arguments, "bytes">, reversed: boolean): Select {
  const [first, second] = [args.bytes(), args.bytes()];
  const min = bound(reversed ? second : first);
  const max = bound(reversed ? first : second);
  return (all, limit = ALL) => {
    const from = end(all, ({ score }) => (min.exclusive ? score <= min.score : score < min.score));
    const to = end(all, ({ score }) => (max.exclusive ? score < max.score : score <= max.score));
    return between(all, [from, to], reversed, limit);
  };
}

/** Whether a member lies on the far side of a bound: `[m` with m, `(m` without it; `-` and `+` are the ends. */
function lexBound(text: Bytes): (member: Bytes) => number {
  if (text === "-") return () => 1;
  if (text === "+") return () => -1;
  if (!/^[[(]/.test(text)) throw new ReplyError("ERR min or max not valid string range item");
  const [edge, whole] = [text.startsWith("("), text.slice(1)];
  return (member) => (member === whole ? (edge ? NaN : 0) : member < whole ? -1 : 1);
}

/** Between two members of one score, by their bytes. When reversed, the higher is given first. */
function byMember(args: Pick<Arguments, "bytes">, reversed: boolean): Select {
  const [first, second] = [args.bytes(), args.bytes()];
  const min = lexBound(reversed ? second : first);
  const max = lexBound(reversed ? first : second);
  const above = ({ member }: Scored): boolean => min(member) >= 0;
  const below = ({ member }: Scored): boolean => max(member) <= 0;
  return (all, limit = ALL) => {
    if (all[0]?.score === all.at(-1)?.score)
      return between(all, [end(all, (one) => !above(one)), end(all, below)], reversed, limit);
    const found = all.filter((one) => above(one) && below(one)); // of several scores they stand apart
    return between(found, [0, found.length], reversed, limit);
  };
}

/** Between two places, both included; negative ones count from the end. */
function byIndex(args: Pick<Arguments, "bytes">, reversed: boolean): Select {
  const start = Number(int64(args.bytes()));
  const end = Number(int64(args.bytes()));
  return (all) => (reversed ? [...all].reverse() : all).slice(...sliceBounds(all.length, start, end));
}

interface Options {
  by: "index" | "score" | "member";
  reversed: boolean;
  withScores: boolean;
  limit: Limit | undefined;
}

function readOptions(args: Arguments): Options {
  const options: Options = { by: "index", reversed: false, withScores: false, limit: undefined };
  while (args.left > 0) {
    const word = args.word();
    if (word === "WITHSCORES") options.withScores = true;
    else if (word === "LIMIT" && args.left >= 2)
      options.limit = { offset: args.integer(), count: args.integer() };
    else if (word === "REV" && !options.reversed) options.reversed = true;
    else if (word === "BYSCORE" && options.by === "index") options.by = "score";
    else if (word === "BYLEX" && options.by === "index") options.by = "member";
    else throw syntaxError();
  }
  if (options.withScores && options.by === "member")
    throw new ReplyError("ERR syntax error, WITHSCORES not supported in combination with BYLEX");
  if (options.limit !== undefined && options.by === "index")
    throw new ReplyError(
      "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX",
    );
  return options;
}

/** ZRANGE. */
export function range(db: Database, args: Arguments): Bytes[] {
  const key = args.bytes();
  const bounds = [args.bytes(), args.bytes()];
  const { by, reversed, withScores, limit } = readOptions(args);
  const given = { bytes: () => bounds.shift() ?? "" };
  const select = { score: byScore, index: byIndex, member: byMember }[by](given, reversed);
  const selected = select(db.read(key, "zset")?.ordered() ?? [], limit);
  return selected.flatMap(({ member, score }) => (withScores ? [member, formatDouble(score)] : [member]));
}
