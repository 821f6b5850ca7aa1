import { ReplyError, type Reply } from "../engine";
import { type Arguments, notAFloat } from "./arguments";
import type { Database } from "./database";
import { syntaxError } from "./errors";
import { type Bytes, formatDouble, parseDouble } from "./numbers";
import type { SortedSet } from "./sorted-set";

interface AddOptions {
  nx: boolean;
  xx: boolean;
  gt: boolean;
  lt: boolean;
  /** Count the changed with the added. */
  ch: boolean;
  incr: boolean;
}

const isOption = (name: string): name is keyof AddOptions =>
  ["nx", "xx", "gt", "lt", "ch", "incr"].includes(name);

/** Reads ZADD's options and the scores and members after them. */
function readAdd(args: Arguments): [AddOptions, [number, Bytes][]] {
  const options: AddOptions = { nx: false, xx: false, gt: false, lt: false, ch: false, incr: false };
  const words = args.rest();
  const first = words.findIndex((word) => !isOption(word.toLowerCase()));
  for (const word of first < 0 ? words : words.slice(0, first)) {
    const name = word.toLowerCase();
    if (isOption(name)) options[name] = true;
  }
  const given = first < 0 ? [] : words.slice(first);
  if (given.length === 0 || given.length % 2 !== 0) throw syntaxError();
  if (options.nx && options.xx)
    throw new ReplyError("ERR XX and NX options at the same time are not compatible");
  if ((options.gt && options.nx) || (options.lt && options.nx) || (options.gt && options.lt))
    throw new ReplyError("ERR GT, LT, and/or NX options at the same time are not compatible");
  if (options.incr && given.length > 2)
    throw new ReplyError("ERR INCR option supports a single increment-element pair");
  const pairs: [number, Bytes][] = [];
  for (let at = 0; at < given.length; at += 2) {
    const score = parseDouble(given[at] ?? "");
    if (score === undefined) throw notAFloat();
    pairs.push([score, given[at + 1] ?? ""]);
  }
  return [options, pairs];
}

type Outcome = { change: "added" | "changed" | "same"; score: number } | undefined;

/** Sets one score as the options allow. @returns undefined when they don't */
function addOne(set: SortedSet, { nx, xx, gt, lt, incr }: AddOptions, given: number, member: Bytes): Outcome {
  const current = set.score(member);
  if (current === undefined) {
    if (xx) return undefined;
    set.set(member, given);
    return { change: "added", score: given };
  }
  if (nx) return undefined;
  const score = incr ? current + given : given;
  if (Number.isNaN(score)) throw new ReplyError("ERR resulting score is not a number (NaN)");
  if ((gt && score <= current) || (lt && score >= current)) return undefined;
  if (score === current) return { change: "same", score };
  set.set(member, score);
  return { change: "changed", score };
}

/** ZADD. @returns how many were added (or changed too, with CH), or the new score with INCR */
export function addScores(db: Database, args: Arguments): Reply<Bytes> {
  const key = args.bytes();
  const [options, pairs] = readAdd(args);
  return db.change(key, "zset", (set) => {
    const outcomes = pairs.map(([score, member]) => addOne(set, options, score, member));
    if (options.incr) return outcomes[0] === undefined ? null : formatDouble(outcomes[0].score);
    const counted = options.ch ? ["added", "changed"] : ["added"];
    return outcomes.filter((outcome) => outcome !== undefined && counted.includes(outcome.change)).length;
  });
}
