import { ReplyError } from "../engine";
import { type Command, type Commands, reads, writes } from "./command";
import { isInt64 } from "./numbers";

const invalidExpiry = (command: string) => new ReplyError(`ERR invalid expire time in '${command}' command`);

/** How the amount of an expiry is meant: in seconds or milliseconds, from now or since the epoch. */
export interface ExpiryForm {
  seconds: boolean;
  absolute: boolean;
}

export const EX = { seconds: true, absolute: false };
const PX = { seconds: false, absolute: false };
const EXAT = { seconds: true, absolute: true };
const PXAT = { seconds: false, absolute: true };

/** The options of SET that set an end. */
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

const expire = (form: ExpiryForm): Command =>
  writes(3, (db, args) => {
    const key = args.bytes();
    const at = moment(args.int64(), form, db.now(), args.command);
    const entry = db.find(key);
    if (entry === undefined) return 0;
    if (at <= db.now()) db.remove(key);
    else entry.expiresAt = at;
    return 1;
  });

/** A key's expiry: -2 without the key, -1 without an expiry. */
const ttlCommand = (read: (expiresAt: number, now: number) => number): Command =>
  reads(2, (db, args) => {
    const entry = db.find(args.bytes());
    if (entry === undefined) return -2;
    return entry.expiresAt === undefined ? -1 : read(entry.expiresAt, db.now());
  });

const remaining = (expiresAt: number, now: number) => Math.max(expiresAt - now, 0);
const toSeconds = (milliseconds: number) => Math.floor((milliseconds + 500) / 1000);

export const expiryCommands: Commands = {
  expire: expire(EX),
  pexpire: expire(PX),
  pexpireat: expire(PXAT),
  ttl: ttlCommand((at, now) => toSeconds(remaining(at, now))),
  pttl: ttlCommand(remaining),
  pexpiretime: ttlCommand((at) => at),
  persist: writes(2, (db, args) => {
    const entry = db.find(args.bytes());
    if (entry?.expiresAt === undefined) return 0;
    entry.expiresAt = undefined;
    return 1;
  }),
};
