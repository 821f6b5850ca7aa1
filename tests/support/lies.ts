import { isRecord } from "@/lib/is-record";
import { toEntry, toReading } from "@/lib/sources/fetcher/cache-entry";
import { judged } from "@/lib/sources/fetcher/continuity";
import { MAX_CLOCK_SKEW_MS, type Reading, type Source, SourceError } from "@/lib/sources/source";
import { collect } from "@/sandbox/upstream/http/answer";
import { simulate } from "@/sandbox/upstream/simulator";
import type { World } from "@/sandbox/upstream/world";

/** What a provider's number may be turned into. */
const OPS = {
  x1000: (value: number) => value * 1_000,
  div1000: (value: number) => value / 1_000,
  x100: (value: number) => value * 100,
  div100: (value: number) => value / 100,
  zero: () => 0,
  neg: (value: number) => -value,
} as const;
/** What a provider's list may be turned into: its first row doubled, its largest row gone, its second half gone. */
const LIST_OPS = {
  dup: (rows: readonly unknown[]) => [rows[0], ...rows],
  "cut-largest": (rows: readonly unknown[]) => rows.toSpliced(largestOf(rows), 1),
  half: (rows: readonly unknown[]) => rows.slice(0, Math.ceil(rows.length / 2)),
} as const;
export type Op = keyof typeof OPS | keyof typeof LIST_OPS;

const numbersOf = (row: unknown): number[] =>
  (isRecord(row) ? Object.values(row) : Array.isArray(row) ? row : [row])
    .filter((value) => typeof value === "number" || (typeof value === "string" && NUMBER.test(value)))
    .map(Number);

/** Where the row with the largest number stands; times are of all rows alike. */
function largestOf(rows: readonly unknown[]): number {
  const sizes = rows.map((row) => Math.max(...numbersOf(row).filter((value) => value < 1e12)));
  return sizes.indexOf(Math.max(...sizes));
}

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

/** A place in an answer, and the answer's text after each lie that can be told there. */
type Place = readonly [path: string, lies: readonly (readonly [Op, () => string])[]];

const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/i;

/** A number, or a string that is one, turned; a string stays a string. */
const turned = (value: unknown, lie: (value: number) => number): unknown =>
  typeof value === "number" ? lie(value) : String(Number(lie(Number(value)).toPrecision(15)));

const NUMBER_OPS = Object.entries(OPS) as [keyof typeof OPS, (value: number) => number][];
const ROW_OPS = Object.entries(LIST_OPS) as [
  keyof typeof LIST_OPS,
  (rows: readonly unknown[]) => unknown[],
][];

/** The rows of a list that are lied about: its first, its middle, its last. */
function rowsOf(length: number): readonly (readonly [string, number])[] {
  if (length <= 3) return Array.from({ length }, (_, i) => [String(i), i] as const);
  return [
    ["first", 0],
    ["middle", Math.floor(length / 2)],
    ["last", length - 1],
  ];
}

/** The shortest array that is a list of rows, and no tuple of figures. */
const LIST = 4;
const isList = (value: readonly unknown[]): boolean =>
  value.length >= LIST && value.every((row) => typeof row === "object" && row !== null);

/** Every leaf of a JSON answer that is a number, and every list, and how to lie about it. */
function jsonPlaces(root: unknown): Place[] {
  const walk = (value: unknown, path: string, put: (value: unknown) => unknown): Place[] => {
    if (typeof value === "number" || (typeof value === "string" && NUMBER.test(value)))
      return [[path, NUMBER_OPS.map(([op, lie]) => [op, () => JSON.stringify(put(turned(value, lie)))])]];
    if (Array.isArray(value)) {
      const own: Place = [path, ROW_OPS.map(([op, lie]) => [op, () => JSON.stringify(put(lie(value)))])];
      const inner = rowsOf(value.length).flatMap(([name, i]) =>
        walk(value[i], `${path}/${name}`, (one) => put(value.with(i, one))),
      );
      return isList(value) ? [own, ...inner] : inner;
    }
    if (!isRecord(value)) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      walk(inner, `${path}/${key}`, (other) => put({ ...value, [key]: other })),
    );
  };
  return walk(root, "", (value) => value);
}

/** Every number in the first, the middle and the last row of a CSV, and its list of rows. */
function csvPlaces(text: string): Place[] {
  const [header = "", ...rows] = text.trimEnd().split("\n");
  const written = (lines: readonly unknown[]): string => [header, ...lines].join("\n") + "\n";
  const cut = ROW_OPS.filter(([op]) => op !== "cut-largest");
  const list: Place = ["", cut.map(([op, lie]) => [op, () => written(lie(rows))])];
  const cellsOf = ([name, i]: readonly [string, number]): Place[] => {
    const cells = (rows[i] ?? "").split(",");
    return cells.flatMap((cell, column): Place[] => {
      if (!NUMBER.test(cell)) return [];
      const lied = (lie: (value: number) => number): string =>
        written(rows.with(i, cells.with(column, String(turned(cell, lie))).join(",")));
      const path = `/${name}/${header.split(",")[column] ?? column}`;
      return [[path, NUMBER_OPS.map(([op, lie]) => [op, () => lied(lie)])]];
    });
  };
  return [list, ...rowsOf(rows.length).flatMap(cellsOf)];
}

/** What a source makes of a text, against the clean reading before: the value and its doubts, or that it failed. */
async function madeOf(
  source: Source<unknown>,
  text: string,
  clean: string,
  now: number,
  beside: (reading: Reading<unknown>) => Reading<unknown>,
): Promise<string | null> {
  try {
    const [before, after] = [
      await source.answer(once(clean), new Date(now)),
      await source.answer(once(text), new Date(now)),
    ];
    const { baseline } = judged(source, toEntry(before, now), null, "web");
    if ((after.asOf?.getTime() ?? 0) > now + MAX_CLOCK_SKEW_MS) return null; // the fetcher refuses it
    const { entry } = judged(source, toEntry(after, now), baseline, "web");
    const { value, doubts } = beside(toReading(source, entry, "ok", now));
    return value === null || doubts.length > 0 ? null : JSON.stringify([value, entry.asOf]);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** A source with the source that a desk holds it against, and what the desk then makes of its reading. */
export interface Beside<Value, Other> {
  other: Source<Other>;
  referee(own: Reading<Value>, other: Reading<Other>): Reading<Value>;
}

async function besideOf(beside: Beside<unknown, unknown> | undefined, world: World) {
  if (beside === undefined) return (reading: Reading<unknown>) => reading;
  const { other, referee } = beside;
  const now = world.now();
  const clean = await other.answer(once(await cleanAnswer(other, world)), new Date(now));
  const reading = toReading(other, toEntry(clean, now), "ok", now);
  return (own: Reading<unknown>) => referee(own, reading);
}

/**
 * Of all lies about a source's answer, how many were told and changed anything, and those that passed for the truth: without a doubt,
 * and past the source that a desk holds it against.
 */
export async function liesBelieved(
  source: Source<unknown>,
  world: World,
  held?: Beside<unknown, unknown>,
): Promise<{ told: number; believed: Lie[] }> {
  const now = world.now();
  const clean = await cleanAnswer(source, world);
  const beside = await besideOf(held, world);
  const truth = await madeOf(source, clean, clean, now, beside);
  if (truth === null) throw new Error(`${source.id} does not believe the simulator`);
  const isJson = /^\s*[[{]/.test(clean);
  const places = isJson ? jsonPlaces(JSON.parse(clean)) : csvPlaces(clean);
  const believed: Lie[] = [];
  let told = 0;
  for (const [path, lies] of places)
    for (const [op, lied] of lies) {
      const made = await madeOf(source, lied(), clean, now, beside);
      if (made === truth) continue; // what nobody uses, or a lie that changes nothing
      told++;
      if (made !== null) believed.push({ source: source.id, path, op });
    }
  return { told, believed };
}
