import { ApiError } from "@/lib/http/api-error";
import { type Agent, readAgents } from "./record";

export const unknownAgent = (): ApiError =>
  new ApiError("not_found", "No agent is registered under this id. Register it by POST /api/agent-identity.");

/** A registered agent. Throws ApiError 404 and 503. */
export async function requireAgent(id: string): Promise<Agent> {
  const [agent] = await readAgents([id]);
  if (!agent) throw unknownAgent();
  return agent;
}
