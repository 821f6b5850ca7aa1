import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { agentIdInput, warnOfSecrets } from "../vocabulary";
import type { VerifyLinkAnswer } from "./answer";

/** Links an agent to its token in ERC-8004's registry, by the transaction that registered it. */
export const verifyLinkEntry = defineRoute<VerifyLinkAnswer>()({
  path: "/api/agent-identity-erc8004",
  method: "POST",
  desk: "agents",
  tier: "free",
  summary: "Link an agent to its token in ERC-8004's registry, by the transaction that registered it",
  input: z.strictObject(
    {
      id: agentIdInput,
      txHash: z
        .string()
        .regex(/^0x[0-9a-fA-F]{64}$/, "must be a transaction's hash: 0x and 64 hex digits")
        .describe("The transaction that registered the agent in the registry."),
      chainId: z
        .int()
        .min(1)
        .optional()
        .describe("Chain of that transaction; the one that GET names by default."),
    },
    { error: warnOfSecrets },
  ),
  tool: "agent_identity_erc8004_link",
  limits: {
    ...DEFAULT_LIMITS,
    ...{ answerBytes: 8 * 1024, rate: { name: "agent-links", perMinute: 20 } },
  },
  statuses: [404],
  answers: [200, 202, 422],
});
