import * as z from "zod";
import { agentCard, agentProfile, agentSummary } from "../answer";

export const profileAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  agent: agentProfile.optional().describe("The agent; only with `id`."),
  card: agentCard.optional().describe("Its card; only with `id`."),
  agents: z
    .array(agentSummary)
    .optional()
    .describe("A page of the directory, newest first; only with `list=1`."),
  nextCursor: z
    .string()
    .nullable()
    .optional()
    .describe("`cursor` of the next page, null behind the last; only with `list=1`."),
  caller: z
    .object({
      signatureAgent: z.url().describe("The agent that the request names in Signature-Agent."),
      state: z
        .enum(["verified", "unverified", "invalid"])
        .describe(
          "`verified`: signed by a key that it publishes. `unverified`: its keys are not known here yet, or have no such one; they are being read. `invalid`: the signature does not hold.",
        ),
      keyId: z.string().optional().describe("Thumbprint of the key, as the signature names it."),
      why: z.string().optional().describe("Why it is not verified."),
    })
    .optional()
    .describe(
      "The agent that signed for this site within a day (Web Bot Auth), where any did. It opens nothing.",
    ),
});
export type ProfileAnswer = z.input<typeof profileAnswer>;
