import type { RouteEntry } from "./define";
import { a2aPipelineEntry } from "./intel/a2a-pipeline";
import { deskBriefEntry } from "./intel/desk-brief";
import { meshEntry } from "./mesh";
import { accuracyEntry } from "./intel/accuracy";
import { macroEntry } from "./intel/macro";
import { scalpEntry } from "./intel/scalp";
import { meteoraEntry } from "./intel/meteora";
import { tvlEntry } from "./intel/tvl";
import { verdictEntry } from "./intel/verdict";
import { whalesEntry } from "./intel/whales";
import { wireEntry } from "./intel/wire";
import { yieldsEntry } from "./intel/yields";
import { marketEntry } from "./market";
import { closeBooksEntry, reconcileEntry } from "./operations";
import { receiptEntry } from "./receipt";
import { scoreVerdictsEntry } from "./score-verdicts";

/** Every route of the service, in the order in which lists show them. */
export const catalog = [
  tvlEntry,
  macroEntry,
  whalesEntry,
  scalpEntry,
  meteoraEntry,
  verdictEntry,
  deskBriefEntry,
  a2aPipelineEntry,
  accuracyEntry,
  meshEntry,
  yieldsEntry,
  wireEntry,
  marketEntry,
  receiptEntry,
  closeBooksEntry,
  reconcileEntry,
  scoreVerdictsEntry,
] as const satisfies readonly RouteEntry[];

/** The paths that a route file must exist for. */
export type CatalogPath = (typeof catalog)[number]["path"];
