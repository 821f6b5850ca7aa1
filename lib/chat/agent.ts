import { readCallHeaders } from "@/lib/http/request-headers";
import type { ChatAnswer } from "./answer";

export type CallingAgent = NonNullable<ChatAnswer["agent"]>;

/** Finds a registered identity by its id; null for an unknown one, which is ignored: it never authorises anything. */
export type FindAgent = (id: string) => Promise<CallingAgent | null>;

/** There is no register of identities yet: nobody is found. */
export const noAgents: FindAgent = () => Promise.resolve(null);

/** Whom the call names by X-Agent-Id, if that exists. */
export async function callingAgent(headers: Headers, find: FindAgent): Promise<CallingAgent | null> {
  const { agentId } = readCallHeaders(headers);
  return agentId === null ? null : find(agentId);
}
