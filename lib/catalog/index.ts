import type { RouteEntry } from "./define";
import { macroEntry } from "./intel/macro";
import { meteoraEntry } from "./intel/meteora";
import { tvlEntry } from "./intel/tvl";
import { wireEntry } from "./intel/wire";
import { yieldsEntry } from "./intel/yields";
import { marketEntry } from "./market";
import { closeBooksEntry, reconcileEntry } from "./operations";
import { receiptEntry } from "./receipt";

/** Every route of the service, in the order in which lists show them. */
export const catalog = [
  tvlEntry,
  macroEntry,
  meteoraEntry,
  yieldsEntry,
  wireEntry,
  marketEntry,
  receiptEntry,
  closeBooksEntry,
  reconcileEntry,
] as const satisfies readonly RouteEntry[];

/** The paths that a route file must exist for. */
export type CatalogPath = (typeof catalog)[number]["path"];
