import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { agentIdInput } from "../vocabulary";
import type { PrepareLinkAnswer } from "./answer";

/** Prepares the call that registers an agent on chain. */
export const prepareLinkEntry = defineRoute<PrepareLinkAnswer>()({
  path: "/api/agent-identity-erc8004",
  method: "GET",
  desk: "agents",
  tier: "free",
  summary: "The call by which an agent's wallet registers it in ERC-8004's registry, ready to be signed",
  input: z.strictObject({ id: agentIdInput }),
  tool: "agent_identity_erc8004_prepare",
  limits: { ...DEFAULT_LIMITS, rate: { name: "agent-links", perMinute: 20 } },
  statuses: [404, 503],
});
