import type { RouteEntry } from "./define";
import { macroEntry } from "./intel/macro";
import { trenchesEntry } from "./intel/trenches";
import { tvlEntry } from "./intel/tvl";
import { airdropEntry } from "./intel/airdrop";
import { listingEntry } from "./intel/listing";
import { walletEntry } from "./intel/wallet";
import { scalpEntry } from "./intel/scalp";
import { whalesEntry } from "./intel/whales";
import { meteoraEntry } from "./intel/meteora";
import { yieldsEntry } from "./intel/yields";
import { closeBooksEntry, reconcileEntry } from "./operations";
import { receiptEntry } from "./receipt";

/** Every route of the service, in the order in which lists show them. */
export const catalog = [
  tvlEntry,
  macroEntry,
  walletEntry,
  airdropEntry,
  listingEntry,
  trenchesEntry,
  whalesEntry,
  scalpEntry,
  meteoraEntry,
  yieldsEntry,
  receiptEntry,
  closeBooksEntry,
  reconcileEntry,
] as const satisfies readonly RouteEntry[];

/** The paths that a route file must exist for. */
export type CatalogPath = (typeof catalog)[number]["path"];
