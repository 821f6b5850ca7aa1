import { accuracyDocumentation } from "../accuracy/page/documentation";
import { scoreVerdictsDocumentation } from "../accuracy/score-verdicts/documentation";
import { a2aPipelineDocumentation } from "../desks/a2a-pipeline/documentation";
import { airdropDocumentation } from "../desks/airdrop/documentation";
import { deskBriefDocumentation } from "../desks/desk-brief/documentation";
import { listingDocumentation } from "../desks/listing/documentation";
import { macroDocumentation } from "../desks/macro/documentation";
import { marketDocumentation } from "../desks/market/documentation";
import { meteoraDocumentation } from "../desks/meteora/documentation";
import { momentumDocumentation } from "../desks/momentum/documentation";
import { scalpDocumentation } from "../desks/scalp/documentation";
import { trenchesResearchDocumentation } from "../desks/trenches-research/documentation";
import { trenchesScreenDocumentation } from "../desks/trenches-screen/documentation";
import { trenchesDocumentation } from "../desks/trenches/documentation";
import { tvlDocumentation } from "../desks/tvl/documentation";
import { verdictDocumentation } from "../desks/verdict/documentation";
import { walletDocumentation } from "../desks/wallet/documentation";
import { whalesDocumentation } from "../desks/whales/documentation";
import { wireDocumentation } from "../desks/wire/documentation";
import { yieldsDocumentation } from "../desks/yields/documentation";
import { mcpDiscoveryDocumentation } from "../mcp/discovery/documentation";
import { mcpDocumentation } from "../mcp/endpoint/documentation";
import { meshDocumentation } from "../mesh/documentation";
import { closeBooksDocumentation } from "../payments/close-books/documentation";
import { receiptDocumentation } from "../payments/receipt/documentation";
import { reconcileDocumentation } from "../payments/reconcile/documentation";
import { resourcesDocumentation } from "../resources/resources/documentation";
import { x402ConfigDocumentation } from "../resources/x402-config/documentation";
import { securityHeadersDocumentation } from "../security/headers/documentation";
import { securityReadinessDocumentation } from "../security/readiness/documentation";
import { securityScanDocumentation } from "../security/scan/documentation";
import { securityScopeDocumentation } from "../security/scope/documentation";
import type { PublishedRoute } from "./document";
import type { catalog } from "./index";

/** The documentation of each entry, in the same order: the list below compiles only if none is missing. */
type DocumentationOf<Entries extends readonly unknown[]> = {
  readonly [Index in keyof Entries]: PublishedRoute & Entries[Index];
};

/**
 * The catalog with the documentation of each route. Documents, lists, pages and tests read it; a function that serves
 * a route never does, except the list of what is for sale, which shows the samples.
 */
export const published = [
  tvlDocumentation,
  macroDocumentation,
  wireDocumentation,
  whalesDocumentation,
  yieldsDocumentation,
  meteoraDocumentation,
  trenchesDocumentation,
  trenchesScreenDocumentation,
  walletDocumentation,
  verdictDocumentation,
  airdropDocumentation,
  listingDocumentation,
  momentumDocumentation,
  scalpDocumentation,
  deskBriefDocumentation,
  a2aPipelineDocumentation,
  accuracyDocumentation,
  trenchesResearchDocumentation,
  marketDocumentation,
  meshDocumentation,
  securityScopeDocumentation,
  securityScanDocumentation,
  securityHeadersDocumentation,
  securityReadinessDocumentation,
  resourcesDocumentation,
  x402ConfigDocumentation,
  receiptDocumentation,
  mcpDiscoveryDocumentation,
  mcpDocumentation,
  closeBooksDocumentation,
  reconcileDocumentation,
  scoreVerdictsDocumentation,
] as const satisfies DocumentationOf<typeof catalog>;
