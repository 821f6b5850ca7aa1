/** The rendered documents as files that the platform serves by itself: as cheap as a page, with 304 and HEAD. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { contentTypeOf, DOCUMENTS, PAGE_TWIN, ROUTE_CONTRACT } from "../lib/discovery/documents";
import { ALL_PAGES, twinOf } from "../lib/discovery/pages";
import type { RenderedDocument } from "../lib/discovery/render";

const PUBLIC = path.resolve(import.meta.dirname, "..", "public");

/** The documents that were rendered. The others of the list are answered by routes. */
export interface PublicFiles {
  /** Content types by path, or by a pattern of paths. */
  types: ReadonlyMap<string, string>;
  /**
   * What their ETag says, in its quotes. One for all: they change together, with a deployment, and each rule for a path costs
   * every request.
   */
  opaqueTag: string;
}

/** Writes the whole folder anew: nothing in it is committed, and nothing of an earlier build may stay. */
export function writePublicFiles(documents: readonly RenderedDocument[]): void {
  rmSync(PUBLIC, { recursive: true, force: true });
  for (const { path: address, body } of documents) {
    const file = path.join(PUBLIC, address);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
}

/** The contracts of single routes: their labels, and where they stand. */
function contractFiles(): { label: string; file: string }[] {
  const folder = path.join(PUBLIC, path.dirname(ROUTE_CONTRACT.path("x")));
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => ({
    label: path.basename(name, ".json"),
    file: path.join(folder, name),
  }));
}

/** What stands in the folder now. */
export function publicFiles(): PublicFiles {
  const types = new Map<string, string>();
  const digest = createHash("sha256");
  for (const document of DOCUMENTS) {
    const file = path.join(PUBLIC, document.path);
    if (!existsSync(file)) continue;
    types.set(document.path, contentTypeOf(document));
    digest.update(`${document.path}\n`).update(readFileSync(file));
  }
  const listed = new Set<string>(DOCUMENTS.map(({ path: address }) => address));
  for (const { path: page } of ALL_PAGES) {
    const file = path.join(PUBLIC, twinOf(page));
    if (listed.has(twinOf(page)) || !existsSync(file)) continue;
    types.set(twinOf(page), contentTypeOf(PAGE_TWIN));
    digest.update(`${page}\n`).update(readFileSync(file));
  }
  const contracts = contractFiles();
  for (const { label, file } of contracts) digest.update(`${label}\n`).update(readFileSync(file));
  if (contracts.length > 0) {
    // One pattern, which names them all: a path that it took without a file would get a page of another type.
    const labels = contracts.map(({ label }) => label).join("|");
    types.set(ROUTE_CONTRACT.path(`(?:${labels})`), contentTypeOf(ROUTE_CONTRACT));
  }
  return { types, opaqueTag: `"${digest.digest("base64url").slice(0, 27)}"` };
}
