import type { catalog } from "./index";
import { a2aPipelineTold } from "./intel/a2a-pipeline.told";
import { accuracyTold } from "./intel/accuracy.told";
import { airdropTold } from "./intel/airdrop.told";
import { deskBriefTold } from "./intel/desk-brief.told";
import { listingTold } from "./intel/listing.told";
import { macroTold } from "./intel/macro.told";
import { meteoraTold } from "./intel/meteora.told";
import { momentumTold } from "./intel/momentum.told";
import { scalpTold } from "./intel/scalp.told";
import { trenchesTold } from "./intel/trenches.told";
import { trenchesResearchTold } from "./intel/trenches-research.told";
import { trenchesScreenTold } from "./intel/trenches-screen.told";
import { tvlTold } from "./intel/tvl.told";
import { verdictTold } from "./intel/verdict.told";
import { walletTold } from "./intel/wallet.told";
import { whalesTold } from "./intel/whales.told";
import { wireTold } from "./intel/wire.told";
import { yieldsTold } from "./intel/yields.told";
import { marketTold } from "./market.told";
import { mcpDiscoveryTold, mcpTold } from "./mcp.told";
import { meshTold } from "./mesh.told";
import { closeBooksTold, reconcileTold } from "./operations.told";
import { receiptTold } from "./receipt.told";
import { resourcesTold } from "./resources.told";
import { scoreVerdictsTold } from "./score-verdicts.told";
import { securityHeadersTold } from "./security/headers.told";
import { securityReadinessTold } from "./security/readiness.told";
import { securityScanTold } from "./security/scan.told";
import { securityScopeTold } from "./security/scope.told";
import { x402ConfigTold } from "./x402-config.told";
import type { PublishedRoute } from "./tell";

/** A told half for each entry, in the same order: the list below compiles only if none is missing. */
type ToldOf<Entries extends readonly unknown[]> = {
  readonly [Index in keyof Entries]: PublishedRoute & Entries[Index];
};

/**
 * The catalog with all that is told of each route. Documents, lists, pages and tests read it; a function that serves
 * a route never does, except the list of what is for sale, which shows the samples.
 */
export const published = [
  tvlTold,
  macroTold,
  wireTold,
  whalesTold,
  yieldsTold,
  meteoraTold,
  trenchesTold,
  trenchesScreenTold,
  walletTold,
  verdictTold,
  airdropTold,
  listingTold,
  momentumTold,
  scalpTold,
  deskBriefTold,
  a2aPipelineTold,
  accuracyTold,
  trenchesResearchTold,
  marketTold,
  meshTold,
  securityScopeTold,
  securityScanTold,
  securityHeadersTold,
  securityReadinessTold,
  resourcesTold,
  x402ConfigTold,
  receiptTold,
  mcpDiscoveryTold,
  mcpTold,
  closeBooksTold,
  reconcileTold,
  scoreVerdictsTold,
] as const satisfies ToldOf<typeof catalog>;
