import { catalog, type CatalogPath } from "../catalog";
import type { Method, RouteEntry } from "../catalog/define";
import type { RouteFunction } from "../payments/answers/route-function";

/** The route files by path, loaded when one of their tools is first called. */
export type RouteFiles = {
  readonly [Path in CatalogPath]?: () => Promise<{ readonly [M in Method]?: RouteFunction<Path> }>;
};

/** A catalog entry that is sold as a tool, with its route's own function. */
export interface BoundTool {
  name: string;
  entry: RouteEntry;
  /** The very function that serves the route over HTTP. */
  run(request: Request): Promise<Response>;
}

async function runOf(files: RouteFiles, entry: RouteEntry & { path: CatalogPath }, request: Request) {
  const file = await files[entry.path]?.();
  const serve = file?.[entry.method];
  if (serve === undefined) throw new Error(`${entry.path}: its file serves no ${entry.method}`);
  return serve(request);
}

/** Binds every tool of the catalog to its route's file. Throws for a tool without one: a wrong table must not start. */
export function bindTools(files: RouteFiles): ReadonlyMap<string, BoundTool> {
  const tools = new Map<string, BoundTool>();
  for (const entry of catalog) {
    const name: string | null = entry.tool;
    if (name === null) continue;
    if (tools.has(name))
      throw new Error(`${entry.method} ${entry.path}: there is another tool named ${name}`);
    if (files[entry.path] === undefined) throw new Error(`${entry.path}: its tool ${name} has no route file`);
    tools.set(name, { name, entry, run: (request) => runOf(files, entry, request) });
  }
  return tools;
}
