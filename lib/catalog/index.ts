import type { RouteEntry } from "./define";
import { ENTRIES } from "./entries.generated";

/** Every route of the service, in the order in which lists show them. */
export const catalog = ENTRIES satisfies readonly RouteEntry[];

/** The paths that a route file must exist for. */
export type CatalogPath = (typeof catalog)[number]["path"];
