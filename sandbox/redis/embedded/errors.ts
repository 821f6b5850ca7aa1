import { ReplyError } from "../engine";

/** Refusals of several commands, in Redis' own words. */

export const syntaxError = () => new ReplyError("ERR syntax error");
export const wrongArity = (name: string) =>
  new ReplyError(`ERR wrong number of arguments for '${name}' command`);
