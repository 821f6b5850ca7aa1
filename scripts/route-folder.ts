import { existsSync } from "node:fs";
import path from "node:path";
import type { RouteEntry } from "../lib/catalog/define";
import type { PublishedRoute } from "../lib/catalog/document";
import type { Desk, DeskEntry } from "../lib/desks/desk";
import { isRecord } from "../lib/is-record";

/** Any desk, as a program looks at it that knows neither its inputs nor its answer. */
export type AnyDesk = Pick<Desk<DeskEntry, unknown>, "gather"> & { entry: DeskEntry };

/** What a route's folder holds, with the names of its exports. */
export interface DescribedRoute {
  /** Under `lib/`. */
  folder: string;
  entry: RouteEntry;
  /** Request of its sample. */
  sample: unknown;
  /** Null for a route that is no desk of its own. */
  desk: AnyDesk | null;
  names: { entry: string; documentation: string; desk: string };
}

const isEntry = (value: unknown): value is RouteEntry =>
  isRecord(value) && "path" in value && "method" in value && "tier" in value;
const isPublished = (value: unknown): value is PublishedRoute => isEntry(value) && "sample" in value;
const isDesk = (value: unknown): value is AnyDesk =>
  isRecord(value) && isEntry(value.entry) && typeof value.gather === "function" && "compose" in value;

async function exportsOf<T>(file: string, is: (value: unknown) => value is T): Promise<[string, T][]> {
  if (!existsSync(file)) return [];
  const all: unknown = await import(file);
  return isRecord(all)
    ? Object.entries(all).flatMap(([name, value]): [string, T][] => (is(value) ? [[name, value]] : []))
    : [];
}

/** The one such export of a file. Throws when there is none, or more than one. */
async function oneOf<T>(
  folder: string,
  file: string,
  what: string,
  is: (value: unknown) => value is T,
): Promise<[string, T]> {
  const found = await exportsOf(pathOf(folder, file), is);
  if (found[0] === undefined || found.length > 1)
    throw new Error(`lib/${folder}/${file} exports ${found.length} ${what}, not one`);
  return found[0];
}

const pathOf = (folder: string, file: string): string =>
  path.resolve(import.meta.dirname, "..", "lib", folder, file);

/** Reads what a route's folder says of it. Throws when a file or an export is missing. */
export async function readRoute(folder: string): Promise<DescribedRoute> {
  const [entryName, entry] = await oneOf(folder, "entry.ts", "entries", isEntry);
  const [documentationName, documentation] = await oneOf(
    folder,
    "documentation.ts",
    "documentations",
    isPublished,
  );
  if (!existsSync(pathOf(folder, "handler.ts"))) throw new Error(`lib/${folder} has no handler.ts`);
  const desks = folder.startsWith("desks/") ? await exportsOf(pathOf(folder, "handler.ts"), isDesk) : [];
  if (desks.length > 1) throw new Error(`lib/${folder}/handler.ts exports ${desks.length} desks`);
  const [deskName, desk] = desks[0] ?? ["", null];
  return {
    folder,
    entry,
    sample: documentation.sample.input,
    desk,
    names: { entry: entryName, documentation: documentationName, desk: deskName },
  };
}
