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
});
export type ProfileAnswer = z.input<typeof profileAnswer>;
