import type { RouteEntry } from "./catalog/define";
import { ownDoor } from "./own-door";
import { serve } from "./serve";

/** `serve` behind a door of the route's own (see own-door.ts): what the route file of a path that middleware.ts lets by exports. */
export const serveWithOwnDoor = <const E extends RouteEntry>(
  entry: E,
  ...bound: Parameters<typeof serve<E>> extends [unknown, ...infer Rest] ? Rest : never
): ReturnType<typeof ownDoor<E["path"]>> =>
  ownDoor<E["path"]>(entry.path, [entry], { POST: serve(entry, ...bound) });
