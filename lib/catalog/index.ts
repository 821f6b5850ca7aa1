import type { RouteEntry } from "./define";
import { macroEntry } from "./intel/macro";
import { tvlEntry } from "./intel/tvl";
import { closeBooksEntry, reconcileEntry } from "./operations";
import { receiptEntry } from "./receipt";
import { securityScopeEntry } from "./security/scope";

/** Every route of the service, in the order in which lists show them. */
export const catalog = [
  tvlEntry,
  macroEntry,
  securityScopeEntry,
  receiptEntry,
  closeBooksEntry,
  reconcileEntry,
] as const satisfies readonly RouteEntry[];

/** The paths that a route file must exist for. */
export type CatalogPath = (typeof catalog)[number]["path"];
