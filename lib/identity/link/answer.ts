import * as z from "zod";
import { agentProfile } from "../answer";

export const linkAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  agent: agentProfile.describe("The agent with its link."),
  verified: z.boolean().describe("Whether the link is proved, or a mere claim."),
});
export type LinkAnswer = z.input<typeof linkAnswer>;
