import { securityReadinessEntry } from "../catalog/security/readiness";
import type { Handler } from "../handler";
import { askReadiness } from "./audit/ask-readiness";
import { auditWith, type Site } from "./audit/run-audit";
import { judgeReadiness, type ReadinessRow } from "./readiness/readiness";

const OPENAPI = new Set(["openapi", "api-catalog"]);
const MCP = new Set(["mcp", "mcp-card"]);

function scoreOf(rows: readonly ReadinessRow[]): { earned: number; judged: number } {
  const judged = rows.filter(({ verdict }) => verdict === "pass" || verdict === "fail");
  return {
    earned: judged.reduce((sum, { earned }) => sum + earned, 0),
    judged: judged.reduce((sum, { points }) => sum + points, 0),
  };
}

async function judge(site: Site) {
  const { score, earned, judged, rows } = judgeReadiness(await askReadiness(site));
  return {
    kind: "security-readiness" as const,
    ...site.frame(),
    summary: { score, earned, judged },
    scores: {
      openapi: scoreOf(rows.filter(({ id }) => OPENAPI.has(id))),
      discovery: scoreOf(rows.filter(({ id }) => !OPENAPI.has(id) && !MCP.has(id))),
      mcp: scoreOf(rows.filter(({ id }) => MCP.has(id))),
    },
    readiness: [...rows],
  };
}

/** Judges how ready a site is for agents, check by check. */
export const auditReadiness: Handler<typeof securityReadinessEntry> = auditWith({
  entry: securityReadinessEntry,
  judge,
});
