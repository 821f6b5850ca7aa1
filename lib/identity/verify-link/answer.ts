import * as z from "zod";
import { agentProfile } from "../answer";

export const verifyLinkAnswer = z.object({
  ok: z.boolean().describe("Whether the agent is linked by this transaction."),
  state: z
    .enum(["linked", "pending", "refused"])
    .describe(
      "`pending` (202): not mined, or too few blocks hold it. `refused` (422): it registers nothing of this agent's.",
    ),
  reason: z
    .enum([
      ...(["reverted", "not_the_registry", "other_uri", "several", "not_minted"] as const),
      ...(["other_owner", "moved", "uri_changed"] as const),
    ])
    .optional()
    .describe("Why it is refused."),
  confirmations: z.int().optional().describe("Blocks that hold the transaction, while it is pending."),
  agent: agentProfile.optional().describe("The agent with its link, once it is linked."),
  message: z.string().describe("The same in words, and what to do next."),
});
export type VerifyLinkAnswer = z.input<typeof verifyLinkAnswer>;
