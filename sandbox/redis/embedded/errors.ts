import { ReplyError } from "../engine";

/** Refusals of several commands, in Redis' own words. */

export const syntaxError = () => new ReplyError("ERR syntax error");
export const outOfRange = () => new ReplyError("ERR value is out of range, must be positive");
export const wrongArity = (name: string) =>
  new ReplyError(`ERR wrong number of arguments for '${name}' command`);
