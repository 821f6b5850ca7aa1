import type { PublishedRoute } from "@/lib/catalog/document";
import { tvlDocumentation } from "@/lib/desks/tvl/documentation";
import type { Site } from "@/lib/discovery/site";
import { NETWORKS } from "@/lib/chains/networks";

/** A site as a deployment has it. */
export const SITE: Site = {
  name: "svc",
  origin: "https://svc.example.com",
  contact: "desk@example.com",
  merchant: { networks: NETWORKS.mainnet, evmPayTo: "0x1", solanaPayTo: "1" },
  mpp: true,
  agentTokenId: null,
  notice: null,
};

export const BUILT_AT = new Date("2026-11-21T12:34:56Z");

/** A route that the catalog does not have. */
export const routeAt = (path: string, change: Partial<PublishedRoute> = {}): PublishedRoute => ({
  ...tvlDocumentation,
  path,
  label: path.slice(5),
  tool: path.slice(5),
  ...change,
});
