import type { CatalogPath } from "@/lib/catalog";
import type { RouteFunction } from "@/lib/payments/serve";
import type * as mesh from "./agent-a2a-mesh/route";
import type * as closeBooks from "./cron/close-books/route";
import type * as reconcile from "./cron/reconcile/route";
import type * as scoreVerdicts from "./cron/score-verdicts/route";
import type * as market from "./market/route";
import type * as mcp from "./mcp/route";
import type * as receipt from "./receipt/route";
import type * as resources from "./resources/route";
import type * as a2aPipeline from "./svc-intel-a2a-pipeline/route";
import type * as accuracy from "./svc-intel-accuracy/route";
import type * as airdrop from "./svc-intel-airdrop/route";
import type * as deskBrief from "./svc-intel-desk-brief/route";
import type * as listing from "./svc-intel-listing/route";
import type * as macro from "./svc-intel-macro/route";
import type * as meteora from "./svc-intel-meteora/route";
import type * as momentum from "./svc-intel-momentum/route";
import type * as scalp from "./svc-intel-scalp/route";
import type * as trenchesScreen from "./svc-intel-trenches-screen/route";
import type * as trenches from "./svc-intel-trenches/route";
import type * as tvl from "./svc-intel-tvl/route";
import type * as verdict from "./svc-intel-verdict/route";
import type * as wallet from "./svc-intel-wallet/route";
import type * as whales from "./svc-intel-whales/route";
import type * as wire from "./svc-intel-wire/route";
import type * as yields from "./svc-intel-yields/route";
import type * as securityHeaders from "./svc-security-headers/route";
import type * as securityReadiness from "./svc-security-readiness/route";
import type * as securityScan from "./svc-security-scan/route";
import type * as securityScope from "./svc-security-scope/route";
import type * as trenchesResearch from "./trenches-research/route";
import type * as x402Config from "./x402-config/route";

/**
 * Every catalog entry has a route file bound to it: an entry without one, or a file bound to another entry, does not
 * compile. Types only; nothing imports this at run time.
 */
interface Files {
  "/api/agent-a2a-mesh": typeof mesh;
  "/api/cron/close-books": typeof closeBooks;
  "/api/cron/reconcile": typeof reconcile;
  "/api/cron/score-verdicts": typeof scoreVerdicts;
  "/api/market": typeof market;
  "/api/mcp": typeof mcp;
  "/api/receipt": typeof receipt;
  "/api/resources": typeof resources;
  "/api/svc-intel-a2a-pipeline": typeof a2aPipeline;
  "/api/svc-intel-accuracy": typeof accuracy;
  "/api/svc-intel-airdrop": typeof airdrop;
  "/api/svc-intel-desk-brief": typeof deskBrief;
  "/api/svc-intel-listing": typeof listing;
  "/api/svc-intel-macro": typeof macro;
  "/api/svc-intel-meteora": typeof meteora;
  "/api/svc-intel-momentum": typeof momentum;
  "/api/svc-intel-scalp": typeof scalp;
  "/api/svc-intel-trenches": typeof trenches;
  "/api/svc-intel-trenches-screen": typeof trenchesScreen;
  "/api/svc-intel-tvl": typeof tvl;
  "/api/svc-intel-verdict": typeof verdict;
  "/api/svc-intel-wallet": typeof wallet;
  "/api/svc-intel-whales": typeof whales;
  "/api/svc-intel-wire": typeof wire;
  "/api/svc-intel-yields": typeof yields;
  "/api/svc-security-headers": typeof securityHeaders;
  "/api/svc-security-readiness": typeof securityReadiness;
  "/api/svc-security-scan": typeof securityScan;
  "/api/svc-security-scope": typeof securityScope;
  "/api/trenches-research": typeof trenchesResearch;
  "/api/x402-config": typeof x402Config;
}

type Bound<Path extends CatalogPath> = { POST: RouteFunction<Path> } | { GET: RouteFunction<Path> };
type Complete<F extends { [Path in CatalogPath]: Bound<Path> }> = F;
export type Bindings = Complete<Files>;
