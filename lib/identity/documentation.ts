import type { AgentCard, AgentProfile } from "./answer";
import type { FeedbackFile } from "./feedback/answer";

/** The agent of every sample. */

const ID = "agt_2258dcdbf18afcfbf28b72bbbc11d7d2";
const ORIGIN = "https://svc.example.com";
const NAME = "Tape reader";
const DESCRIPTION = "Reads the tape and hands over a bias.";
const SOLANA = "So11111111111111111111111111111111111111112";
const EVM = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ACCOUNTS = [
  {
    ...{ chain: "solana" as const, account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${SOLANA}` },
    ...{ address: SOLANA, verified: false },
  },
  { chain: "base" as const, account: `eip155:8453:${EVM}`, address: EVM, verified: false },
];

export const SAMPLE_REQUEST = { name: NAME, description: DESCRIPTION, solAddress: SOLANA, evmAddress: EVM };

export const SAMPLE_LINKS = {
  cardUrl: `${ORIGIN}/api/agent-identity-card?id=${ID}`,
  profileUrl: `${ORIGIN}/api/agent-identity?id=${ID}`,
  registrationUrl: `${ORIGIN}/api/agent-identity-registration?id=${ID}`,
};

export const SAMPLE_AGENT = { id: ID, name: NAME, ...SAMPLE_LINKS };

export const SAMPLE_PROFILE: AgentProfile = {
  ...{ ...SAMPLE_AGENT, description: DESCRIPTION, solAddress: SOLANA, evmAddress: EVM },
  ...{ verified: false, accounts: ACCOUNTS },
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

export const SAMPLE_FEEDBACK_ID = "fbk_5b1f0c2a9d3e4f60718293a45b1f0c2a";

export const SAMPLE_FEEDBACK_FILE: FeedbackFile = {
  ...{ agentRegistry: "eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432", agentId: 417 },
  ...{ clientAddress: `eip155:8453:${EVM}`, createdAt: "2026-11-02T09:30:00.000Z" },
  ...{ value: 90, valueDecimals: 0, tag1: "starred", tag2: "intel-tvl" },
  ...{ endpoint: `${ORIGIN}/api/svc-intel-tvl`, text: "Fresh, and the parts add up." },
  proofOfPayment: {
    fromAddress: EVM.toLowerCase(),
    ...{ toAddress: `0x${"2".repeat(40)}`, chainId: "8453", txHash: `0x${"8a".repeat(32)}` },
    ...{ network: "eip155:8453", asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", amount: "20000" },
  },
};
