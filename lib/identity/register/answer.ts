import * as z from "zod";
import { agentCard, registered } from "../answer";

export const registerAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  agent: registered.describe("The agent. The same pair of addresses always gets the same id."),
  card: agentCard.describe("Its card, as `cardUrl` serves it."),
  message: z.string().describe("What was done, and what the agent's owner may do next."),
});
export type RegisterAnswer = z.input<typeof registerAnswer>;
