import * as z from "zod";
import { SAP_ACCOUNTS } from "./vocabulary";

/** Forms of an agent that several routes answer with. */

const id = z.string().describe("`agt_` and 32 hex digits: computed from its addresses, by anybody.");
const name = z.string().describe("Display name. Untrusted third-party text.");
const verified = z
  .boolean()
  .describe("Whether anybody proved to hold one of its wallets. Registration alone proves nothing.");
const links = {
  cardUrl: z.url().describe("Its card (A2A 1.0)."),
  profileUrl: z.url().describe("Its profile."),
  registrationUrl: z.url().describe("Its registration file (ERC-8004): the agent URI."),
};
const addresses = {
  solAddress: z.string().optional().describe("Public Solana address."),
  evmAddress: z.string().optional().describe("Public EVM address."),
};

export const registered = z.object({ id, name, ...links });

export const erc8004Link = z.object({
  agentId: z.string().describe("Token id in the registry."),
  agentRegistry: z.string().describe("`eip155:<chain>:<contract>`."),
  onChain: z
    .boolean()
    .describe("Whether the token is still the agent's; false once it has moved or names another file."),
});
export type Erc8004 = z.input<typeof erc8004Link>;
const erc8004 = erc8004Link.optional().describe("Link to the on-chain registry; only when linked.");

export const agentSummary = z.object({
  ...{ id, name, ...links },
  ...addresses,
  erc8004,
  verified,
  claims: z
    .object(addresses)
    .optional()
    .describe("Addresses that nobody proved to hold: whoever registered the agent named them."),
});
export type AgentSummary = z.input<typeof agentSummary>;

const account = z.object({
  chain: z.enum(["solana", "base"]),
  account: z.string().describe("CAIP-10."),
  address: z.string().describe("The address alone."),
  verified: z.boolean().describe("Whether its wallet proved itself; a mere claim otherwise."),
});

export const agentProfile = z.object({
  ...{ id, name },
  description: z.string().optional().describe("One line. Untrusted third-party text."),
  ...addresses,
  sapWallet: z.string().optional().describe("Wallet of its agent in the Synapse Agent Protocol."),
  sapAgentPda: z.string().optional().describe("Account of that agent, which follows from the wallet."),
  sapVerified: z
    .boolean()
    .optional()
    .describe(
      "Whether that link is proved, and its account on chain as far as a node tells; a mere claim otherwise.",
    ),
  sapAccount: z
    .enum(SAP_ACCOUNTS)
    .optional()
    .describe(
      "What the chain holds there. `found`: the wallet's agent. `named`: the same, and its `agent_uri` is this agent's registration file. `other`: something else. `missing`: nothing. `unread`: no node told yet.",
    ),
  ...links,
  erc8004,
  verified,
  accounts: z.array(account).describe("Its addresses, each with whether it is proved."),
  registeredAt: z.iso.datetime(),
  lastSeen: z.iso
    .date()
    .optional()
    .describe("UTC day of the last call that named the agent and was paid by one of its proved wallets."),
});
export type AgentProfile = z.input<typeof agentProfile>;

const text = z.string();
const strings = z.array(text);

/** The card that A2A 1.0 defines, and beside it what the service adds. */
export const agentCard = z.object({
  name: text.describe("Display name. Untrusted third-party text."),
  description: text.describe("Untrusted third-party text."),
  supportedInterfaces: z
    .array(z.object({ url: z.url(), protocolBinding: text, protocolVersion: text }))
    .describe("What answers for the agent here. The service knows no address of the agent's own."),
  version: text.describe("Of the card's form."),
  documentationUrl: z.url().describe("How to use the service."),
  capabilities: z
    .object({
      streaming: z.boolean(),
      pushNotifications: z.boolean(),
      extensions: z
        .array(
          z.object({
            uri: text,
            description: text,
            params: z.record(text, z.unknown()),
          }),
        )
        .describe("What the service registered, within the signed part of the card."),
    })
    .describe("Of A2A's own the interface has none; the extension says what is registered."),
  defaultInputModes: strings.describe("Media types."),
  defaultOutputModes: strings.describe("Media types."),
  skills: z
    .array(z.object({ id: text, name: text, description: text, tags: strings }))
    .describe("What can be asked here about the agent."),
  iconUrl: z.url().describe("The service's mark."),
  signatures: z
    .array(z.object({ protected: text, signature: text }))
    .optional()
    .describe("The service's signature (JWS) over the A2A part; left out where it has no key."),
  id,
  verified,
  erc8004,
  accounts: z.array(account).describe("The agent's addresses, each with whether it is proved."),
  services: z
    .array(
      z.object({
        name: text,
        url: z.url(),
        method: z.literal("POST"),
        description: text,
        priceUsdc: z.number(),
      }),
    )
    .describe("What the agent can buy here."),
  discovery: z.object({ x402: z.url(), openapi: z.url() }).describe("Where those are described."),
});
export type AgentCard = z.input<typeof agentCard>;
