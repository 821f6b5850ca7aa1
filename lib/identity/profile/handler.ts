import type * as z from "zod";
import type { Handler } from "@/lib/handler";
import { invalidRequest } from "@/lib/http/body";
import type { Issue } from "@/lib/http/issue-words";
import { agentCardOf } from "../agent-card";
import { readDirectory } from "../directory";
import { requireAgent } from "../require-agent";
import { profileOf, summaryOf } from "../view";
import type { profileEntry } from "./entry";

const DEFAULT_LIMIT = 10;

type Asked = z.output<(typeof profileEntry)["input"]>;

/** Of parameters that are sent together, those that say nothing there. Throws ApiError 400. */
function requireOneQuestion({ id, list, ...paging }: Asked): void {
  const issues: Issue[] = [];
  if (list === undefined)
    for (const [name, value] of Object.entries(paging))
      if (value !== undefined)
        issues.push({ path: name, message: "belongs to the directory; send it with `list=1`" });
  if (id === undefined && list === undefined)
    issues.push({ path: "", message: "Send `id=agt_…` for an agent, or `list=1` for the directory." });
  if (id !== undefined && list !== undefined)
    issues.push({
      path: "list",
      message: "asks for the directory, and `id` for one agent; send one of them",
    });
  if (issues.length > 0) throw invalidRequest(issues);
}

/** `GET /api/agent-identity`: a profile in one round trip, or a page of the directory in two. */
export const getAgent: Handler<typeof profileEntry> = async (asked) => {
  requireOneQuestion(asked);
  const { id, limit = DEFAULT_LIMIT, cursor, verified } = asked;
  if (id === undefined) {
    const { agents, nextCursor } = await readDirectory({ limit, cursor, verified });
    return { answer: { ok: true, agents: agents.map(summaryOf), nextCursor }, effects: [] };
  }
  const agent = await requireAgent(id);
  return { answer: { ok: true, agent: profileOf(agent), card: await agentCardOf(agent) }, effects: [] };
};
