import { ApiError } from "@/lib/http/api-error";
import { watchLink } from "./erc8004/link-state";
import { type Agent, readAgents } from "./record";

export const unknownAgent = (): ApiError =>
  new ApiError("not_found", "No agent is registered under this id. Register it by POST /api/agent-identity.");

/** A registered agent; whether its token is still its own is looked up behind the answer. Throws ApiError 404 and 503. */
export async function requireAgent(id: string): Promise<Agent> {
  const [agent] = await readAgents([id]);
  if (!agent) throw unknownAgent();
  watchLink(agent);
  return agent;
}
