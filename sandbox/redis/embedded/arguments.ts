import { ReplyError } from "../engine";
import { syntaxError, wrongArity } from "./errors";
import { type Bytes, parseInteger } from "./numbers";

export const notAFloat = () => new ReplyError("ERR value is not a valid float");

/** Reads a 64-bit integer. @throws ReplyError with `complaint` */
export function int64(text: Bytes, complaint = "ERR value is not an integer or out of range"): bigint {
  const n = parseInteger(text);
  if (n === undefined) throw new ReplyError(complaint);
  return n;
}

/** A command's arguments, read from left to right. Each reader throws the error that Redis answers. */
export class Arguments {
  #at = 0;

  constructor(
    /** The command's name in lower case, for messages. */
    readonly command: string,
    private readonly list: readonly Bytes[],
  ) {}

  /** How many are still unread. */
  get left(): number {
    return this.list.length - this.#at;
  }

  /** The next argument. One that is missing is a syntax error: the arity was checked before. */
  bytes(): Bytes {
    const next = this.list[this.#at++];
    if (next === undefined) throw syntaxError();
    return next;
  }

  /** The next argument as an option's name, in upper case. */
  word(): string {
    return this.bytes().toUpperCase();
  }

  int64(): bigint {
    return int64(this.bytes());
  }

  /** An index or a count: beyond 2^53 it is only near, which is past the end of anything. */
  integer(): number {
    return Number(this.int64());
  }

  rest(): Bytes[] {
    const rest = this.list.slice(this.#at);
    this.#at = this.list.length;
    return rest;
  }

  /** What is left, two by two. */
  pairs(): [Bytes, Bytes][] {
    if (this.left % 2 !== 0) throw wrongArity(this.command);
    const pairs: [Bytes, Bytes][] = [];
    while (this.left > 0) pairs.push([this.bytes(), this.bytes()]);
    return pairs;
  }
}
