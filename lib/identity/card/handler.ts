import type { Handler } from "@/lib/handler";
import { agentCardOf } from "../agent-card";
import { documentHeaders } from "../document-headers";
import { requireAgent } from "../require-agent";
import type { cardEntry } from "./entry";

/** `GET /api/agent-identity-card`. */
export const getCard: Handler<typeof cardEntry> = async ({ id }) => {
  const answer = await agentCardOf(await requireAgent(id));
  return { answer, effects: [], headers: await documentHeaders(answer) };
};
