import { isRecord } from "@/lib/is-record";
import { toEntry } from "@/lib/sources/fetcher/cache-entry";
import { judged } from "@/lib/sources/fetcher/continuity";
import { MAX_CLOCK_SKEW_MS, type Source, SourceError } from "@/lib/sources/source";
import { collect } from "@/sandbox/upstream/http/answer";
import { simulate } from "@/sandbox/upstream/simulator";
import type { World } from "@/sandbox/upstream/world";

/** What a provider's number may be turned into. */
const OPS = {
  x1000: (value: number) => value * 1_000,
  div1000: (value: number) => value / 1_000,
  x100: (value: number) => value * 100,
  zero: () => 0,
  neg: (value: number) => -value,
} as const;
export type Op = keyof typeof OPS;

interface Lie {
  source: string;
  /** Where in the answer, with `first`, `middle` and `last` for the rows of a list. */
  path: string;
  op: Op;
}

const TEXT = new TextEncoder();
async function* once(text: string) {
  yield await Promise.resolve(TEXT.encode(text));
}

/** The simulator's own answer to what a source asks. */
async function cleanAnswer(source: Source<unknown>, world: World): Promise<string> {
  const { host, path, query = {}, body = "" } = source.address(new Date(world.now()));
  const search = new URLSearchParams(query);
  const asked = search.toString();
  const answer = simulate(
    {
      method: body === "" ? "GET" : "POST",
      ...{ host, search, query: asked },
      path: decodeURIComponent(path),
      target: asked === "" ? path : `${path}?${asked}`,
      headers: { "user-agent": "Mozilla/5.0", ...source.headers },
      body: Buffer.from(body),
    },
    world,
  );
  if (answer?.status !== 200) throw new Error(`nobody answers ${source.id}`);
  return (await collect(answer)).toString();
}

type Leaf = readonly [path: string, lie: (op: Op) => string];

const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/i;

/** A number, or a string that is one, turned; a string stays a string. */
const turned = (value: unknown, op: Op): unknown =>
  typeof value === "number" ? OPS[op](value) : String(Number(OPS[op](Number(value)).toPrecision(15)));

/** The rows of a list that are lied about: its first, its middle, its last. */
function rowsOf(length: number): readonly (readonly [string, number])[] {
  if (length <= 3) return Array.from({ length }, (_, i) => [String(i), i] as const);
  return [
    ["first", 0],
    ["middle", Math.floor(length / 2)],
    ["last", length - 1],
  ];
}

/** Every leaf of a JSON answer that is a number, and how to lie about it. */
function jsonLeaves(root: unknown): Leaf[] {
  const walk = (value: unknown, path: string, put: (value: unknown) => unknown): Leaf[] => {
    if (typeof value === "number" || (typeof value === "string" && NUMBER.test(value)))
      return [[path, (op) => JSON.stringify(put(turned(value, op)))]];
    if (Array.isArray(value))
      return rowsOf(value.length).flatMap(([name, i]) =>
        walk(value[i], `${path}/${name}`, (inner) => put(value.with(i, inner))),
      );
    if (!isRecord(value)) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      walk(inner, `${path}/${key}`, (other) => put({ ...value, [key]: other })),
    );
  };
  return walk(root, "", (value) => value);
}

/** Every number in the first, the middle and the last row of a CSV. */
function csvLeaves(text: string): Leaf[] {
  const [header = "", ...rows] = text.trimEnd().split("\n");
  return rowsOf(rows.length).flatMap(([name, i]) => {
    const cells = (rows[i] ?? "").split(",");
    return cells.flatMap((cell, column): Leaf[] =>
      NUMBER.test(cell)
        ? [
            [
              `/${name}/${header.split(",")[column] ?? column}`,
              (op) =>
                [header, ...rows.with(i, cells.with(column, String(turned(cell, op))).join(","))].join("\n") +
                "\n",
            ],
          ]
        : [],
    );
  });
}

/** What a source makes of a text, against the clean reading before: the value and its doubts, or that it failed. */
async function madeOf(
  source: Source<unknown>,
  text: string,
  clean: string,
  now: number,
): Promise<string | null> {
  try {
    const [before, after] = [
      await source.answer(once(clean), new Date(now)),
      await source.answer(once(text), new Date(now)),
    ];
    const { baseline } = judged(source, toEntry(before, now), null, "web");
    if ((after.asOf?.getTime() ?? 0) > now + MAX_CLOCK_SKEW_MS) return null; // the fetcher refuses it
    const { entry } = judged(source, toEntry(after, now), baseline, "web");
    return entry.doubts.length > 0 ? null : JSON.stringify([entry.value, entry.asOf]);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** Of all lies about a source's numbers, how many were told and changed anything, and those that passed for the truth. */
export async function liesBelieved(
  source: Source<unknown>,
  world: World,
): Promise<{ told: number; believed: Lie[] }> {
  const now = world.now();
  const clean = await cleanAnswer(source, world);
  const truth = await madeOf(source, clean, clean, now);
  if (truth === null) throw new Error(`${source.id} does not believe the simulator`);
  const isJson = /^\s*[[{]/.test(clean);
  const leaves = isJson ? jsonLeaves(JSON.parse(clean)) : csvLeaves(clean);
  const believed: Lie[] = [];
  let told = 0;
  for (const [path, lie] of leaves)
    for (const op of Object.keys(OPS) as Op[]) {
      const made = await madeOf(source, lie(op), clean, now);
      if (made === truth) continue; // what nobody uses, or a lie that changes nothing
      told++;
      if (made !== null) believed.push({ source: source.id, path, op });
    }
  return { told, believed };
}
