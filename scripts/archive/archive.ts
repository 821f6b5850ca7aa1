import { createHash, type Hash } from "node:crypto";
import type { Redis } from "@upstash/redis";
import * as z from "zod";
import { FAMILIES, type Family, type Part, TYPES } from "./families";
import { hasAny, readFamily } from "./read-keys";

/** An archive: a line that says what it is, a line each part, and a line by which a reader knows that it is whole. */

/** What keeps an archive from being made or taken, for a person. */
export class NoArchive extends Error {
  override name = "NoArchive";
}

/** Commands in a round trip. */
const AT_ONCE = 100;

const FORMAT = "svc-archive/1";
const Head = z.object({ format: z.literal(FORMAT), family: z.enum(["agents", "lounge"]), at: z.string() });
const Line = z.object({ key: z.string(), type: z.enum(TYPES), of: z.array(z.string()).min(1) });
const End = z.object({ end: z.int(), sha256: z.string() });

export interface Store {
  redis: Redis;
  /** The store's own: first part of its keys. */
  prefix: string;
}

const digestOf = async ({ redis, prefix }: Store, family: Family): Promise<string> => {
  const hash = createHash("sha256");
  for await (const part of readFamily(redis, prefix, family)) hash.update(JSON.stringify(part));
  return hash.digest("hex");
};

/**
 * A family's archive, line by line. It is read twice, so that it is one moment's: throws NoArchive where anything was written
 * in between.
 */
export async function* archiveOf(store: Store, family: Family, now: Date): AsyncGenerator<string> {
  const whole = createHash("sha256");
  const parts = createHash("sha256");
  const counted = (line: string): string => (whole.update(`${line}\n`), line);
  yield counted(JSON.stringify({ format: FORMAT, family, at: now.toISOString() }));
  let count = 0;
  for await (const part of readFamily(store.redis, store.prefix, family)) {
    count += 1;
    parts.update(JSON.stringify(part));
    yield counted(JSON.stringify(part));
  }
  if (parts.digest("hex") !== (await digestOf(store, family)))
    throw new NoArchive("Something was written meanwhile, so this is no one moment's. Export again.");
  yield JSON.stringify({ end: count, sha256: whole.digest("hex") });
}

const parsed = (line: string, number: number): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw new NoArchive(`Line ${number} is no JSON: the file is damaged.`);
  }
};

/** The family of an archive that is whole: its form, its count and its hash are right. Throws NoArchive for any other. */
export async function checkArchive(lines: AsyncIterable<string>): Promise<{ family: Family; parts: number }> {
  const hash: Hash = createHash("sha256");
  let [family, parts, number]: [Family | null, number, number] = [null, 0, 0];
  let end: z.output<typeof End> | null = null;
  for await (const line of lines) {
    number += 1;
    if (end !== null) throw new NoArchive("Something follows the last line: the file is damaged.");
    const value = parsed(line, number);
    const head = number === 1 ? Head.safeParse(value).data : undefined;
    const last = End.safeParse(value).data;
    if (head !== undefined) family = head.family;
    else if (last !== undefined) end = last;
    else partOf(value, family, number);
    if (last !== undefined) continue;
    hash.update(`${line}\n`);
    if (head === undefined) parts += 1;
  }
  if (family === null || end === null) throw new NoArchive("The file breaks off: it has no last line.");
  if (end.end !== parts || end.sha256 !== hash.digest("hex"))
    throw new NoArchive("The file's hash is another than its last line says: it was changed or damaged.");
  return { family, parts };
}

function partOf(value: unknown, family: Family | null, number: number): Part {
  const part = Line.safeParse(value).data;
  const isOurs =
    part !== undefined &&
    family !== null &&
    FAMILIES[family].some((beginning) => part.key.startsWith(beginning));
  if (!isOurs) throw new NoArchive(`Line ${number} is no part of such an archive.`);
  return part;
}

const pairs = (of: readonly string[]): [string, string][] =>
  Array.from({ length: of.length / 2 }, (_, at) => [of[2 * at] ?? "", of[2 * at + 1] ?? ""]);

/** The command that writes a part. A list's begins anew with its first part: to write all of it again changes nothing. */
function commandsOf(key: string, { type, of }: Part, isFirst: boolean): string[][] {
  const anew = isFirst ? [["DEL", key]] : [];
  if (type === "string") return [["SET", key, of[0] ?? ""]];
  if (type === "hash") return [...anew, ["HSET", key, ...of]];
  if (type === "list") return [...anew, ["RPUSH", key, ...of]];
  return [...anew, ["ZADD", key, ...pairs(of).flatMap(([member, score]) => [score, member])]];
}

/**
 * Writes an archive back that `checkArchive` found whole. Throws NoArchive where anything of its family is there already, unless
 * it is written `over`, and where the store then holds anything else than the archive.
 */
export async function restore(
  { redis, prefix }: Store,
  family: Family,
  lines: AsyncIterable<string>,
  over: boolean,
): Promise<number> {
  if (!over && (await hasAny(redis, prefix, family)))
    throw new NoArchive(
      `The store holds some of the ${family} already. With --over the archive's keys replace those of the same name.`,
    );
  const written = createHash("sha256");
  let [number, before, parts, wanted] = [0, "", 0, -1];
  let commands: string[][] = [];
  const send = async (): Promise<void> => {
    const pipeline = redis.pipeline();
    for (const [command = "", ...args] of commands)
      pipeline.eval("return redis.call(unpack(ARGV))", [], [command, ...args]);
    if (commands.length > 0) await pipeline.exec();
    commands = [];
  };
  for await (const line of lines) {
    number += 1;
    const value = parsed(line, number);
    if (number === 1) continue;
    const end = End.safeParse(value).data;
    if (end !== undefined) wanted = end.end;
    if (end !== undefined) continue;
    const part = partOf(value, family, number);
    commands.push(...commandsOf(`${prefix}:${part.key}`, part, part.key !== before));
    if (commands.length >= AT_ONCE) await send();
    written.update(JSON.stringify(part));
    [before, parts] = [part.key, parts + 1];
  }
  await send();
  if (parts !== wanted)
    throw new NoArchive(`Only ${parts} of ${wanted} parts could be read: restore it again with --over.`);
  if (!over && written.digest("hex") !== (await digestOf({ redis, prefix }, family)))
    throw new NoArchive(
      "The store now holds something else than the archive: was anything written meanwhile?",
    );
  return parts;
}
