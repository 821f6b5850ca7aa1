import { ReplyError } from "../engine";
import type { Bytes } from "./numbers";

/** An entry's id: milliseconds, and a number among those of the same one. */
export interface StreamId {
  ms: bigint;
  seq: bigint;
}

export interface StreamEntry {
  id: StreamId;
  /** Names and values, one after the other. */
  fields: Bytes[];
}

/** What a stream key holds: entries in the order of their ids. Nothing takes one out again, so it is never empty. */
export type Stream = StreamEntry[];

const UINT64_MAX = 2n ** 64n - 1n;

export const invalidId = () => new ReplyError("ERR Invalid stream ID specified as stream command argument");

/** An unsigned 64-bit integer; leading zeros are taken. */
function unsigned(text: Bytes): bigint {
  if (!/^[0-9]{1,20}$/.test(text) || BigInt(text) > UINT64_MAX) throw invalidId();
  return BigInt(text);
}

/** `<ms>` or `<ms>-<seq>`; `seq` stands for the part that is missing. */
export function parseId(text: Bytes, seq: bigint): StreamId {
  const dash = text.indexOf("-");
  return dash < 0
    ? { ms: unsigned(text), seq }
    : { ms: unsigned(text.slice(0, dash)), seq: unsigned(text.slice(dash + 1)) };
}

export const formatId = ({ ms, seq }: StreamId): string => `${ms}-${seq}`;

export const isBefore = (a: StreamId, b: StreamId): boolean =>
  a.ms < b.ms || (a.ms === b.ms && a.seq < b.seq);

export const LOWEST: StreamId = { ms: 0n, seq: 0n };
export const HIGHEST: StreamId = { ms: UINT64_MAX, seq: UINT64_MAX };

/** The id behind this one; undefined behind the highest. */
export function following({ ms, seq }: StreamId): StreamId | undefined {
  if (seq < UINT64_MAX) return { ms, seq: seq + 1n };
  return ms < UINT64_MAX ? { ms: ms + 1n, seq: 0n } : undefined;
}

/** The id before this one; undefined before the lowest. */
export function preceding({ ms, seq }: StreamId): StreamId | undefined {
  if (seq > 0n) return { ms, seq: seq - 1n };
  return ms > 0n ? { ms: ms - 1n, seq: UINT64_MAX } : undefined;
}
