import type { Redis } from "@upstash/redis";
import { FAMILIES, type Family, type Part, type Type, TYPES } from "./families";

/** Elements of a key in a part, and keys in a round trip. */
const PAGE = 500;
const AT_ONCE = 200;

const texts = (reply: unknown): string[] => (Array.isArray(reply) ? reply.map(String) : []);

/** The keys under a pattern. */
async function scan(redis: Redis, match: string): Promise<string[]> {
  const found = new Set<string>();
  let cursor = "0";
  do {
    const [next, page] = await redis.scan(cursor, { match, count: 1_000 });
    for (const key of page) found.add(key);
    cursor = String(next);
  } while (cursor !== "0");
  return [...found].sort();
}

/** What a key is; null for one that expires, or is gone: it would not outlive the way. */
async function typesOf(redis: Redis, keys: readonly string[]): Promise<Map<string, Type>> {
  const types = new Map<string, Type>();
  for (let at = 0; at < keys.length; at += PAGE) {
    const page = keys.slice(at, at + PAGE);
    const pipeline = redis.pipeline();
    for (const key of page) pipeline.type(key).ttl(key);
    const replies = await pipeline.exec<unknown[]>();
    page.forEach((key, index) => {
      const [type, ttl] = [replies[2 * index], Number(replies[2 * index + 1])];
      if (type === "none" || ttl >= 0) return;
      const known = TYPES.find((one) => one === type);
      if (known === undefined) throw new Error(`${key} is a ${String(type)}, which no archive holds`);
      types.set(key, known);
    });
  }
  return types;
}

/** Pages of a hash's fields, in one order, whatever order the store has them in. */
function pagesOf(fields: readonly string[]): string[][] {
  const sorted = [...fields].sort();
  return Array.from({ length: Math.ceil(sorted.length / PAGE) }, (_, at) =>
    sorted.slice(at * PAGE, (at + 1) * PAGE),
  );
}

const withValues = (fields: readonly string[], values: unknown): string[] =>
  fields.flatMap((field, at) => [field, texts(values)[at] ?? ""]);

/** What a key's first look brings: its text, its first page, or a hash's fields. */
const look = (pipeline: ReturnType<Redis["pipeline"]>, key: string, type: Type): unknown => {
  if (type === "string") return pipeline.get(key);
  if (type === "hash") return pipeline.hkeys(key);
  if (type === "list") return pipeline.lrange(key, 0, PAGE - 1);
  return pipeline.zrange(key, 0, PAGE - 1, { withScores: true });
};

/** The pages of a list or sorted set behind its first. */
async function* further(
  redis: Redis,
  key: string,
  type: Type,
  first: readonly string[],
): AsyncGenerator<string[]> {
  const full = type === "list" ? PAGE : 2 * PAGE;
  for (let at = PAGE, page = first; page.length === full; at += PAGE) {
    page = texts(
      type === "list"
        ? await redis.lrange(key, at, at + PAGE - 1)
        : await redis.zrange(key, at, at + PAGE - 1, { withScores: true }),
    );
    if (page.length > 0) yield [...page];
  }
}

/** The parts of some keys: most are small, and come many in a round trip. */
async function* partsOf(
  redis: Redis,
  keys: readonly (readonly [string, Type])[],
): AsyncGenerator<readonly [string, Type, string[]]> {
  const looks = redis.pipeline();
  for (const [key, type] of keys) look(looks, key, type);
  const seen = await looks.exec<unknown[]>();
  const hashes = redis.pipeline();
  const firsts = keys.map(([key, type], at) => {
    const [first = []] = type === "hash" ? pagesOf(texts(seen[at])) : [];
    if (first.length > 0) hashes.hmget(key, ...first);
    return first;
  });
  const values = hashes.length() === 0 ? [] : await hashes.exec<unknown[]>();
  let hash = 0;
  for (const [at, [key, type]] of keys.entries()) {
    if (type === "string") yield [key, type, [String(seen[at])]];
    else if (type === "hash") {
      const first = firsts[at] ?? [];
      if (first.length > 0) yield [key, type, withValues(first, values[hash++])];
      for (const page of pagesOf(texts(seen[at])).slice(1))
        yield [key, type, withValues(page, await redis.hmget(key, ...page))];
    } else {
      const first = texts(seen[at]);
      yield [key, type, first];
      for await (const page of further(redis, key, type, first)) yield [key, type, page];
    }
  }
}

/** Every part of a family that stays, in the order of its names. `prefix` is the store's. */
export async function* readFamily(redis: Redis, prefix: string, family: Family): AsyncGenerator<Part> {
  for (const beginning of FAMILIES[family]) {
    const types = await typesOf(redis, await scan(redis, `${prefix}:${beginning}*`));
    const keys = [...types];
    for (let at = 0; at < keys.length; at += AT_ONCE)
      for await (const [key, type, of] of partsOf(redis, keys.slice(at, at + AT_ONCE)))
        if (of.length > 0) yield { key: key.slice(prefix.length + 1), type, of };
  }
}

/** Whether anything of a family is there. */
export async function hasAny(redis: Redis, prefix: string, family: Family): Promise<boolean> {
  for (const beginning of FAMILIES[family])
    if ((await typesOf(redis, await scan(redis, `${prefix}:${beginning}*`))).size > 0) return true;
  return false;
}
