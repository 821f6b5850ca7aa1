import type * as z from "zod";
import type { CallContext, Handler } from "@/lib/handler";
import { invalidRequest } from "@/lib/http/body";
import type { Issue } from "@/lib/http/issue-words";
import { type Caller, noteCaller } from "@/lib/security/callers/note-caller";
import { sleep } from "@/lib/time";
import { agentCardOf } from "../agent-card";
import { readDirectory } from "../directory";
import { requireAgent } from "../require-agent";
import { profileOf, summaryOf } from "../view";
import { profileEntry } from "./entry";

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

/** Longer than a look at kept keys takes; nobody waits for more. */
const CALLER_MS = 500;

/** The agent that signed for this site (Web Bot Auth), where any did: callers try their signatures here. */
async function callerOf({ url, headers }: CallContext): Promise<{ caller?: Caller }> {
  if (url === undefined || !headers.has("signature-agent")) return {};
  const noted = noteCaller(profileEntry.path, { method: profileEntry.method, url, headers });
  const caller = await Promise.race([noted, sleep(CALLER_MS).then(() => null)]);
  return caller === null ? {} : { caller };
}

/** `GET /api/agent-identity`: a profile in one round trip, or a page of the directory in two. */
export const getAgent: Handler<typeof profileEntry> = async (asked, context) => {
  requireOneQuestion(asked);
  const { id, limit = DEFAULT_LIMIT, cursor, verified } = asked;
  if (id === undefined) {
    const { agents, nextCursor } = await readDirectory({ limit, cursor, verified });
    return {
      answer: { ok: true, agents: agents.map(summaryOf), nextCursor, ...(await callerOf(context)) },
      effects: [],
    };
  }
  const [agent, caller] = await Promise.all([requireAgent(id), callerOf(context)]);
  const card = await agentCardOf(agent);
  return { answer: { ok: true, agent: profileOf(agent), card, ...caller }, effects: [] };
};
