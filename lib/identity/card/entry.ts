import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { AgentCard } from "../answer";
import { agentIdInput } from "../vocabulary";

/** The card of a registered agent. */
export const cardEntry = defineRoute<AgentCard>()({
  path: "/api/agent-identity-card",
  method: "GET",
  desk: "agents",
  tier: "free",
  summary: "A registered agent's card (A2A 1.0), with its accounts and what it can buy here",
  input: z.strictObject({ id: agentIdInput }),
  tool: null, // the profile's tool gives what an agent wants of it; this is a file of another protocol
  statuses: [404, 503],
  answers: [200, 304],
});
