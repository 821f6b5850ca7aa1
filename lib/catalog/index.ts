import type { RouteEntry } from "./define";
import { accuracyEntry } from "./intel/accuracy";
import { macroEntry } from "./intel/macro";
import { scalpEntry } from "./intel/scalp";
import { meteoraEntry } from "./intel/meteora";
import { momentumEntry } from "./intel/momentum";
import { trenchesEntry } from "./intel/trenches";
import { trenchesResearchEntry } from "./intel/trenches-research";
import { trenchesScreenEntry } from "./intel/trenches-screen";
import { tvlEntry } from "./intel/tvl";
import { verdictEntry } from "./intel/verdict";
import { whalesEntry } from "./intel/whales";
import { closeBooksEntry, reconcileEntry, scoreVerdictsEntry } from "./operations";
import { wireEntry } from "./intel/wire";
import { yieldsEntry } from "./intel/yields";
import { marketEntry } from "./market";
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
  whalesEntry,
  scalpEntry,
  meteoraEntry,
  verdictEntry,
  accuracyEntry,
  yieldsEntry,
  wireEntry,
  marketEntry,
  trenchesEntry,
  trenchesScreenEntry,
  momentumEntry,
  trenchesResearchEntry,
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
  scoreVerdictsEntry,
] as const satisfies readonly RouteEntry[];

/** The paths that a route file must exist for. */
export type CatalogPath = (typeof catalog)[number]["path"];
