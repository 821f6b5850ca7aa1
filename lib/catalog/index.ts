import { accuracyEntry } from "../accuracy/page/entry";
import { scoreVerdictsEntry } from "../accuracy/score-verdicts/entry";
import { a2aPipelineEntry } from "../desks/a2a-pipeline/entry";
import { airdropEntry } from "../desks/airdrop/entry";
import { deskBriefEntry } from "../desks/desk-brief/entry";
import { listingEntry } from "../desks/listing/entry";
import { macroEntry } from "../desks/macro/entry";
import { marketEntry } from "../desks/market/entry";
import { meteoraEntry } from "../desks/meteora/entry";
import { momentumEntry } from "../desks/momentum/entry";
import { scalpEntry } from "../desks/scalp/entry";
import { trenchesResearchEntry } from "../desks/trenches-research/entry";
import { trenchesScreenEntry } from "../desks/trenches-screen/entry";
import { trenchesEntry } from "../desks/trenches/entry";
import { tvlEntry } from "../desks/tvl/entry";
import { verdictEntry } from "../desks/verdict/entry";
import { walletEntry } from "../desks/wallet/entry";
import { whalesEntry } from "../desks/whales/entry";
import { wireEntry } from "../desks/wire/entry";
import { yieldsEntry } from "../desks/yields/entry";
import { mcpDiscoveryEntry } from "../mcp/discovery/entry";
import { mcpEntry } from "../mcp/endpoint/entry";
import { meshEntry } from "../mesh/entry";
import { closeBooksEntry } from "../payments/close-books/entry";
import { receiptEntry } from "../payments/receipt/entry";
import { reconcileEntry } from "../payments/reconcile/entry";
import { resourcesEntry } from "../resources/resources/entry";
import { x402ConfigEntry } from "../resources/x402-config/entry";
import { securityHeadersEntry } from "../security/headers/entry";
import { securityReadinessEntry } from "../security/readiness/entry";
import { securityScanEntry } from "../security/scan/entry";
import { securityScopeEntry } from "../security/scope/entry";
import type { RouteEntry } from "./define";

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
