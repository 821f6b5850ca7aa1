import * as z from "zod";

/** The file that ERC-8004 defines as registration-v1. */
export const registrationAnswer = z.object({
  type: z
    .literal("https://eips.ethereum.org/EIPS/eip-8004#registration-v1")
    .describe("Which form of file this is."),
  name: z.string().describe("Display name. Untrusted third-party text."),
  description: z.string().describe("Untrusted third-party text."),
  image: z.url().describe("The service's mark; agents have none of their own here."),
  services: z
    .array(z.object({ name: z.string(), endpoint: z.url(), version: z.string().optional() }))
    .describe("What answers for the agent here."),
  x402Support: z.boolean().describe("Whether the agent sells by x402: nothing of that is known here."),
  active: z.boolean().describe("Whether the registration is in force."),
  registrations: z
    .array(
      z.object({
        agentId: z.int().min(0).describe("Token id in the registry."),
        agentRegistry: z.string().describe("`eip155:<chain>:<contract>`."),
      }),
    )
    .describe("Where the agent is registered on chain; empty before it is linked."),
  supportedTrust: z.array(z.string()).describe("None is offered."),
});
export type RegistrationAnswer = z.input<typeof registrationAnswer>;
