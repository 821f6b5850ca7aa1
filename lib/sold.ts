import type { RouteEntry } from "./catalog/define";
import { ownDoor } from "./own-door";
import { serve } from "./serve";

/** `serve` with a door of the route's own, for paths that middleware.ts names: what such a file exports. */
export const sold = <const E extends RouteEntry>(
  entry: E,
  ...bound: Parameters<typeof serve<E>> extends [unknown, ...infer Rest] ? Rest : never
): ReturnType<typeof ownDoor<E["path"]>> =>
  ownDoor<E["path"]>(entry.path, [entry], { POST: serve(entry, ...bound) });
