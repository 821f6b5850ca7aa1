/** A limit that a route has of its own, beside the one of all routes. */
export interface RouteLimit {
  /** Names its counts in the store. */
  name: string;
  /** Requests a minute and client address. */
  perMinute: number;
}

const LIMITS: Readonly<Record<string, RouteLimit>> = {
  // Free, and each of its addresses costs providers requests.
  "/api/trenches-research": { name: "trenches-research", perMinute: 10 },
};

/** The own limit of a path, if it has one. */
export const routeLimit = (path: string): RouteLimit | undefined =>
  Object.hasOwn(LIMITS, path) ? LIMITS[path] : undefined;
