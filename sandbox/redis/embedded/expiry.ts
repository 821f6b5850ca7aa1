import { ReplyError } from "../engine";
import { type Arguments, int64 } from "./arguments";
import { bit, type Command, type Commands, reads, writes } from "./command";
import type { Entry } from "./database";
import { isInt64 } from "./numbers";

const invalidExpiry = (command: string) => new ReplyError(`ERR invalid expire time in '${command}' command`);

/** How the amount of an expiry is meant: in seconds or milliseconds, from now or since the epoch. */
export interface ExpiryForm {
  seconds: boolean;
  absolute: boolean;
}

const EX = { seconds: true, absolute: false };
const PX = { seconds: false, absolute: false };
const EXAT = { seconds: true, absolute: true };
const PXAT = { seconds: false, absolute: true };

/** The options of SET and GETEX that set an end. */
export const expiryForms = new Map<string, ExpiryForm>(Object.entries({ EX, PX, EXAT, PXAT }));

/** The moment meant, in milliseconds since the epoch. @throws ReplyError when it does not fit 64 bits */
function moment(amount: bigint, form: ExpiryForm, now: number, command: string): number {
  const milliseconds = form.seconds ? amount * 1000n : amount;
  const at = form.absolute ? milliseconds : milliseconds + BigInt(now);
  if (!isInt64(milliseconds) || !isInt64(at)) throw invalidExpiry(command);
  return Number(at);
}

/** As {@link moment}, for the commands that store a value: there an amount of 0 or less is an error. */
export function laterMoment(amount: bigint, form: ExpiryForm, now: number, command: string): number {
  if (amount <= 0n) throw invalidExpiry(command);
  return moment(amount, form, now, command);
}

interface Conditions {
  nx: boolean;
  xx: boolean;
  gt: boolean;
  lt: boolean;
}

function conditions(args: Arguments): Conditions {
  const given: Conditions = { nx: false, xx: false, gt: false, lt: false };
  while (args.left > 0) {
    const option = args.bytes();
    const name = option.toLowerCase();
    if (name !== "nx" && name !== "xx" && name !== "gt" && name !== "lt")
      throw new ReplyError(`ERR Unsupported option ${option}`);
    given[name] = true;
  }
  if (given.nx && (given.xx || given.gt || given.lt))
    throw new ReplyError("ERR NX and XX, GT or LT options at the same time are not compatible");
  if (given.gt && given.lt) throw new ReplyError("ERR GT and LT options at the same time are not compatible");
  return given;
}

/** A key without an end ends later than any other. */
function allows({ nx, xx, gt, lt }: Conditions, current: number | undefined, at: number): boolean {
  if (nx && current !== undefined) return false;
  if (xx && current === undefined) return false;
  if (gt && (current === undefined || at <= current)) return false;
  return !(lt && current !== undefined && at >= current);
}

const expire = (form: ExpiryForm): Command =>
  writes(-3, (db, args) => {
    const key = args.bytes();
    const amount = args.bytes();
    const when = conditions(args);
    const at = moment(int64(amount), form, db.now(), args.command);
    const entry = db.find(key);
    if (entry === undefined || !allows(when, entry.expiresAt, at)) return 0;
    if (at <= db.now()) db.remove(key);
    else entry.expiresAt = at;
    return 1;
  });

/** What is told of a key's end: -2 without the key, -1 without an end. */
const told = (tell: (expiresAt: number, now: number) => number): Command =>
  reads(2, (db, args) => {
    const entry = db.find(args.bytes());
    if (entry === undefined) return -2;
    return entry.expiresAt === undefined ? -1 : tell(entry.expiresAt, db.now());
  });

const remaining = (expiresAt: number, now: number) => Math.max(expiresAt - now, 0);
const toSeconds = (milliseconds: number) => Math.floor((milliseconds + 500) / 1000);

/** Takes the end off a key. */
export function persist(entry: Entry): 1 | 0 {
  const had = entry.expiresAt !== undefined;
  entry.expiresAt = undefined;
  return bit(had);
}

export const expiryCommands: Commands = {
  expire: expire(EX),
  pexpire: expire(PX),
  expireat: expire(EXAT),
  pexpireat: expire(PXAT),
  ttl: told((at, now) => toSeconds(remaining(at, now))),
  pttl: told(remaining),
  expiretime: told(toSeconds),
  pexpiretime: told((at) => at),
  persist: writes(2, (db, args) => {
    const entry = db.find(args.bytes());
    return entry === undefined ? 0 : persist(entry);
  }),
};
