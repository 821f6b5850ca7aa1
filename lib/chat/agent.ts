import { readCallHeaders } from "@/lib/http/request-headers";
import { namedAgent } from "@/lib/identity/sale-notes";
import type { ChatAnswer } from "./answer";

export type CallingAgent = NonNullable<ChatAnswer["agent"]>;

/** Finds a registered identity by its id; null for an unknown one, which is ignored: it never authorises anything. */
export type FindAgent = (id: string) => Promise<CallingAgent | null>;

/** The registered agents; nobody is found while they can't be read, since no answer hangs on it. */
export const registeredAgents: FindAgent = async (id) => {
  const agent = await namedAgent(id);
  if (agent === null) return null;
  const { name, solAddress, evmAddress } = agent;
  return { id, name, ...(solAddress && { solAddress }), ...(evmAddress && { evmAddress }) };
};

/** Whom the call names by X-Agent-Id, if that exists. */
export async function callingAgent(headers: Headers, find: FindAgent): Promise<CallingAgent | null> {
  const { agentId } = readCallHeaders(headers);
  return agentId === null ? null : find(agentId);
}
