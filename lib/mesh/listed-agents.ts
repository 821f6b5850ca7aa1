import { describe, log } from "@/lib/http/log";
import type { AgentSummary } from "../identity/answer";
import { readDirectory } from "../identity/directory";
import { summaryOf } from "../identity/view";

/** How long an instance keeps the list, and a reader the document: twice this is what either may be behind the directory. */
export const KEPT_SEC = 30;

const MOST = 50;

let known: { at: number; agents: readonly AgentSummary[] } | undefined;

/** The first page of the directory, as this instance last read it; null where it never could. */
export async function listedAgents(now: Date): Promise<readonly AgentSummary[] | null> {
  const at = now.getTime();
  if (known !== undefined && at - known.at < KEPT_SEC * 1000) return known.agents;
  try {
    const { agents } = await readDirectory({ limit: MOST });
    known = { at, agents: agents.map(summaryOf) };
    return known.agents;
  } catch (error) {
    log.warn("mesh_agents_not_read", { why: describe(error) });
    return known?.agents ?? null;
  }
}
