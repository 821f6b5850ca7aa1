import type { AgentCard, AgentProfile } from "./answer";

/** The agent of every sample. */

const ID = "agt_02180c715426f3b230184eb3aa411d6c";
const ORIGIN = "https://svc.example.com";
const NAME = "Tape reader";
const DESCRIPTION = "Reads the tape and hands over a bias.";
const EVM = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ACCOUNTS = [{ chain: "base" as const, account: `eip155:8453:${EVM}`, address: EVM, verified: false }];

export const SAMPLE_REQUEST = { name: NAME, description: DESCRIPTION, evmAddress: EVM };

export const SAMPLE_LINKS = {
  cardUrl: `${ORIGIN}/api/agent-identity-card?id=${ID}`,
  profileUrl: `${ORIGIN}/api/agent-identity?id=${ID}`,
  registrationUrl: `${ORIGIN}/api/agent-identity-registration?id=${ID}`,
};

export const SAMPLE_AGENT = { id: ID, name: NAME, ...SAMPLE_LINKS };

export const SAMPLE_PROFILE: AgentProfile = {
  ...{ ...SAMPLE_AGENT, description: DESCRIPTION, evmAddress: EVM, verified: false, accounts: ACCOUNTS },
  registeredAt: "2026-11-02T09:30:00.000Z",
};

export const SAMPLE_CARD: AgentCard = {
  ...{ name: NAME, description: DESCRIPTION },
  supportedInterfaces: [
    {
      url: SAMPLE_LINKS.profileUrl,
      protocolBinding: "https://spec.openapis.org/oas",
      protocolVersion: "3.1.0",
    },
  ],
  version: "1.0.0",
  documentationUrl: `${ORIGIN}/llms.txt`,
  capabilities: {
    ...{ streaming: false, pushNotifications: false },
    extensions: [
      {
        uri: "urn:svc:agent-identity:1",
        description: "What svc registered of this agent. An address with verified false is whoever's claim.",
        params: { id: ID, verified: false, accounts: ACCOUNTS },
      },
    ],
  },
  defaultInputModes: ["application/json"],
  defaultOutputModes: ["application/json"],
  skills: [
    {
      id: "public-identity",
      name: "Public identity",
      description: "Says by which wallets the agent is known, and which of them are proved.",
      tags: ["identity"],
    },
  ],
  iconUrl: `${ORIGIN}/icon.svg`,
  ...{ id: ID, verified: false, accounts: ACCOUNTS },
  services: [
    {
      ...{ name: "intel-tvl", url: `${ORIGIN}/api/svc-intel-tvl`, method: "POST", priceUsdc: 0.02 },
      description: "Value locked in DeFi: the largest chains and protocols",
    },
  ],
  discovery: { x402: `${ORIGIN}/.well-known/x402`, openapi: `${ORIGIN}/openapi.json` },
};
