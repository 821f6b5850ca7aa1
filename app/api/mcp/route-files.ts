import type { RouteFiles } from "@/lib/mcp/tool-table";

/** The files whose routes are sold as tools too; bindTools throws when one is missing. */
export const ROUTE_FILES: RouteFiles = {
  "/api/agent-a2a-mesh": () => import("../agent-a2a-mesh/route"),
  "/api/market": () => import("../market/route"),
  "/api/svc-intel-a2a-pipeline": () => import("../svc-intel-a2a-pipeline/route"),
  "/api/svc-intel-accuracy": () => import("../svc-intel-accuracy/route"),
  "/api/svc-intel-airdrop": () => import("../svc-intel-airdrop/route"),
  "/api/svc-intel-desk-brief": () => import("../svc-intel-desk-brief/route"),
  "/api/svc-intel-listing": () => import("../svc-intel-listing/route"),
  "/api/svc-intel-macro": () => import("../svc-intel-macro/route"),
  "/api/svc-intel-meteora": () => import("../svc-intel-meteora/route"),
  "/api/svc-intel-momentum": () => import("../svc-intel-momentum/route"),
  "/api/svc-intel-scalp": () => import("../svc-intel-scalp/route"),
  "/api/svc-intel-trenches": () => import("../svc-intel-trenches/route"),
  "/api/svc-intel-trenches-screen": () => import("../svc-intel-trenches-screen/route"),
  "/api/svc-intel-tvl": () => import("../svc-intel-tvl/route"),
  "/api/svc-intel-verdict": () => import("../svc-intel-verdict/route"),
  "/api/svc-intel-wallet": () => import("../svc-intel-wallet/route"),
  "/api/svc-intel-whales": () => import("../svc-intel-whales/route"),
  "/api/svc-intel-wire": () => import("../svc-intel-wire/route"),
  "/api/svc-intel-yields": () => import("../svc-intel-yields/route"),
  "/api/svc-security-headers": () => import("../svc-security-headers/route"),
  "/api/svc-security-readiness": () => import("../svc-security-readiness/route"),
  "/api/svc-security-scan": () => import("../svc-security-scan/route"),
  "/api/svc-security-scope": () => import("../svc-security-scope/route"),
  "/api/trenches-research": () => import("../trenches-research/route"),
};
