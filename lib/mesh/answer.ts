import * as z from "zod";

const link = (what: string) => z.url().nullable().describe(`${what}; null while nothing answers there.`);

const agent = z.object({
  id: z.string().describe("`agt_` and hex digits."),
  name: z.string().describe("Display name. Untrusted third-party text."),
  cardUrl: z.url().describe("Its card."),
  profileUrl: z.url().describe("Its profile."),
  registrationUrl: z.url().describe("Its registration file."),
  solAddress: z.string().optional().describe("Public Solana address."),
  evmAddress: z.string().optional().describe("Public EVM address."),
  erc8004: z
    .object({
      agentId: z.string().describe("Token id in the registry."),
      agentRegistry: z.string().describe("`eip155:<chain>:<contract>`."),
      onChain: z.boolean().describe("Whether the link was verified on chain."),
    })
    .optional()
    .describe("Link to the on-chain registry."),
});

export const meshAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  schema: z.literal("svc-a2a-v1").describe("Version of this document."),
  hub: z
    .object({
      name: z.string().describe("Name of the service."),
      origin: z.url().describe("Its public address."),
      role: z.literal("intelligence-seller").describe("What it does here."),
      registerAgent: link("Where agents register"),
      serviceCard: link("The service's card"),
      openapi: link("The service's contract"),
      mcp: link("The service's tools"),
    })
    .describe("The service."),
  pipelines: z
    .array(
      z.object({
        id: z.string().describe("Name for machines."),
        name: z.string().describe("Name for people."),
        description: z.string().describe("What it is for."),
        steps: z
          .array(z.string())
          .describe("What happens, in order: labels of routes, or what is made of them."),
        paidEndpoint: z.url().describe("The one call that buys all of it, by POST."),
        priceUsdc: z.number().describe("US dollars."),
      }),
    )
    .describe("What can be bought as a whole."),
  agents: z.array(agent).describe("Registered agents."),
  guidance: z.string().describe("How to use this."),
});
export type MeshAnswer = z.input<typeof meshAnswer>;
