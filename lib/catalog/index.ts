import type { RouteEntry } from "./define";
import { macroEntry } from "./intel/macro";
import { momentumEntry } from "./intel/momentum";
import { trenchesEntry } from "./intel/trenches";
import { trenchesResearchEntry } from "./intel/trenches-research";
import { trenchesScreenEntry } from "./intel/trenches-screen";
import { tvlEntry } from "./intel/tvl";
import { closeBooksEntry, reconcileEntry } from "./operations";
import { receiptEntry } from "./receipt";

/** Every route of the service, in the order in which lists show them. */
export const catalog = [
  tvlEntry,
  macroEntry,
  trenchesEntry,
  trenchesScreenEntry,
  momentumEntry,
  trenchesResearchEntry,
  receiptEntry,
  closeBooksEntry,
  reconcileEntry,
] as const satisfies readonly RouteEntry[];

/** The paths that a route file must exist for. */
export type CatalogPath = (typeof catalog)[number]["path"];
