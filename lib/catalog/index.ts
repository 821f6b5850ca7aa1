import type { RouteEntry } from "./define";
import { a2aPipelineEntry } from "./intel/a2a-pipeline";
import { accuracyEntry } from "./intel/accuracy";
import { airdropEntry } from "./intel/airdrop";
import { deskBriefEntry } from "./intel/desk-brief";
import { listingEntry } from "./intel/listing";
import { macroEntry } from "./intel/macro";
import { meteoraEntry } from "./intel/meteora";
import { momentumEntry } from "./intel/momentum";
import { scalpEntry } from "./intel/scalp";
import { trenchesEntry } from "./intel/trenches";
import { trenchesResearchEntry } from "./intel/trenches-research";
import { trenchesScreenEntry } from "./intel/trenches-screen";
import { tvlEntry } from "./intel/tvl";
import { verdictEntry } from "./intel/verdict";
import { walletEntry } from "./intel/wallet";
import { whalesEntry } from "./intel/whales";
import { wireEntry } from "./intel/wire";
import { yieldsEntry } from "./intel/yields";
import { marketEntry } from "./market";
import { mcpDiscoveryEntry, mcpEntry } from "./mcp";
import { meshEntry } from "./mesh";
import { closeBooksEntry, reconcileEntry } from "./operations";
import { receiptEntry } from "./receipt";
import { resourcesEntry } from "./resources";
import { scoreVerdictsEntry } from "./score-verdicts";
import { securityHeadersEntry } from "./security/headers";
import { securityReadinessEntry } from "./security/readiness";
import { securityScanEntry } from "./security/scan";
import { securityScopeEntry } from "./security/scope";
import { x402ConfigEntry } from "./x402-config";

/** Every route of the service, in the order in which lists show them. */
export const catalog = [
  tvlEntry,
  macroEntry,
  wireEntry,
  whalesEntry,
  yieldsEntry,
  meteoraEntry,
  trenchesEntry,
  trenchesScreenEntry,
  walletEntry,
  verdictEntry,
  airdropEntry,
  listingEntry,
  momentumEntry,
  scalpEntry,
  deskBriefEntry,
  a2aPipelineEntry,
  accuracyEntry,
  trenchesResearchEntry,
  marketEntry,
  meshEntry,
  securityScopeEntry,
  securityScanEntry,
  securityHeadersEntry,
  securityReadinessEntry,
  resourcesEntry,
  x402ConfigEntry,
  receiptEntry,
  mcpDiscoveryEntry,
  mcpEntry,
  closeBooksEntry,
  reconcileEntry,
  scoreVerdictsEntry,
] as const satisfies readonly RouteEntry[];

/** The paths that a route file must exist for. */
export type CatalogPath = (typeof catalog)[number]["path"];
