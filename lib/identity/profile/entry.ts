import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { agentIdInput } from "../vocabulary";
import type { ProfileAnswer } from "./answer";

/** One agent by its id, or a page of the directory. */
export const profileEntry = defineRoute<ProfileAnswer>()({
  path: "/api/agent-identity",
  method: "GET",
  desk: "agents",
  tier: "free",
  summary: "An agent's profile with its card (id=…), or the directory of agents, newest first (list=1)",
  input: z.strictObject({
    id: agentIdInput.optional(),
    list: z.literal(1).optional().describe("1 for the directory. Not beside `id`."),
    limit: z
      .int()
      .min(1)
      .max(50)
      .optional()
      .describe("How many agents a page of the directory has; 10 by default."),
    cursor: z.string().max(100).optional().describe("`nextCursor` of the page before."),
    verified: z
      .boolean()
      .optional()
      .describe("true: only agents with a proved wallet; false: only the others."),
  }),
  tool: "agent_identity",
  statuses: [404, 503],
});
