import { ApiError } from "@/lib/http/api-error";
import { type Agent, readAgents } from "./record";
import { watchLinks } from "./watch-links";

export const unknownAgent = (): ApiError =>
  new ApiError("not_found", "No agent is registered under this id. Register it by POST /api/agent-identity.");

/** A registered agent; what the chains hold of its links is looked up behind the answer. Throws ApiError 404 and 503. */
export async function requireAgent(id: string): Promise<Agent> {
  const [agent] = await readAgents([id]);
  if (!agent) throw unknownAgent();
  watchLinks(agent);
  return agent;
}
