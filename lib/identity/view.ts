import { env } from "@/lib/env";
import { merchant } from "@/lib/payments/rails/merchant";
import type { AgentProfile, AgentSummary, Erc8004 } from "./answer";
import { type Agent, isProved, linksOf } from "./record";
import { isSapVerified } from "./sap";
import { sapAccountOf } from "./sap-account";

/** An address of an agent's, and whether somebody proved to hold it. */
export interface Account {
  chain: "solana" | "base";
  /** CAIP-10. */
  account: string;
  address: string;
  verified: boolean;
}

/** The agent's addresses on the service's own networks. */
export function accountsOf({ solAddress, evmAddress, solProvedAt, evmProvedAt }: Agent): Account[] {
  const { solana, evm } = merchant().networks;
  const account = (
    chain: Account["chain"],
    id: string,
    address: string | undefined,
    at?: number,
  ): Account[] =>
    address === undefined
      ? []
      : [{ chain, account: `${id}:${address}`, address, verified: at !== undefined }];
  return [
    ...account("solana", solana.id, solAddress, solProvedAt),
    ...account("base", evm.id, evmAddress, evmProvedAt),
  ];
}

/** The addresses for which `wanted` says whether they proved themselves. */
function addresses({ solAddress, evmAddress, solProvedAt, evmProvedAt }: Agent, wanted: boolean) {
  return {
    ...(solAddress !== undefined && (solProvedAt !== undefined) === wanted && { solAddress }),
    ...(evmAddress !== undefined && (evmProvedAt !== undefined) === wanted && { evmAddress }),
  };
}

/** The agent's link to the on-chain registry, where it has one. */
export const erc8004Of = ({ tokenId, tokenRegistry, tokenMoved }: Agent): { erc8004?: Erc8004 } =>
  tokenId === undefined || tokenRegistry === undefined
    ? {}
    : { erc8004: { agentId: tokenId, agentRegistry: tokenRegistry, onChain: tokenMoved === undefined } };

/** An agent in a list: proved addresses stand as its own, the others as claims. */
export function summaryOf(agent: Agent): AgentSummary {
  const claims = addresses(agent, false);
  return {
    ...{
      id: agent.id,
      name: agent.name,
      ...linksOf(agent.id),
      ...addresses(agent, true),
      ...erc8004Of(agent),
    },
    verified: isProved(agent),
    ...(Object.keys(claims).length > 0 && { claims }),
  };
}

/** All that is known of an agent. */
export function profileOf(agent: Agent): AgentProfile {
  const { id, name, description, solAddress, evmAddress, sapWallet, sapAgentPda } = agent;
  const { registeredAt, lastSeen } = agent;
  return {
    ...{ id, name },
    ...(description !== undefined && { description }),
    ...(solAddress !== undefined && { solAddress }),
    ...(evmAddress !== undefined && { evmAddress }),
    ...(sapWallet !== undefined && sapAgentPda !== undefined
      ? { sapWallet, sapAgentPda, sapVerified: isSapVerified(agent), sapAccount: sapAccountOf(agent) }
      : {}),
    ...linksOf(id),
    ...erc8004Of(agent),
    verified: isProved(agent),
    accounts: accountsOf(agent),
    registeredAt: new Date(registeredAt).toISOString(),
    ...(lastSeen !== undefined && { lastSeen }),
  };
}

/** What an agent that says nothing of itself is described by. */
export const descriptionOf = ({ description }: Agent): string =>
  description ?? `An agent registered at ${env().NEXT_PUBLIC_SERVICE_NAME}.`;
