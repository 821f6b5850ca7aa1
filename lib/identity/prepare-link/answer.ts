import * as z from "zod";

const text = z.string();

export const prepareLinkAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  chainId: z.int().describe("Chain of the registry."),
  agentRegistry: text.describe("`eip155:<chain>:<contract>`."),
  registrationUrl: z.url().describe("The agent URI: the agent's registration file."),
  explorer: z.url().describe("Where the registry is shown to people."),
  call: z
    .object({
      chainId: z.int().describe("Chain of the registry."),
      to: text,
      data: text.describe("ABI-encoded."),
      value: z.literal("0x0"),
      from: text.describe("The agent's wallet, which must send it: whoever does becomes the token's owner."),
      function: z.literal("register(string)"),
      args: z.array(text),
      gas: text.nullable().describe("An estimate; null where no node tells."),
    })
    .nullable()
    .describe("What the wallet sends; null where the agent is there already."),
  existing: z
    .object({
      agentId: text.nullable().describe("Token id; null where the node can't tell which it is."),
      txHash: text.nullable().describe("The transaction that registered it, for POST."),
      agentUri: text.nullable().describe("What it names now."),
      isThisAgent: z.boolean().describe("Whether that is this agent's registration file."),
      linked: z.boolean().describe("Whether it is linked here."),
    })
    .nullable()
    .describe("A token that the wallet holds already; null for none, or where no node tells."),
  message: text.describe("What to do next."),
});
export type PrepareLinkAnswer = z.input<typeof prepareLinkAnswer>;
