import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { merchant } from "@/lib/payments/rails/merchant";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { mayActFor } from "../erc8004/node";
import type { Registry } from "../erc8004/registry";
import { holdsLink } from "../erc8004/verify";
import { type Agent, linksOf, readAgents } from "../record";
import { unknownAgent } from "../require-agent";

/** An agent that is rated. EVM addresses are in lower case, as the ledger writes payers. */
export interface Rated {
  /** Its token in the registry. */
  agentId: bigint;
  /** Wallets that proved to be the agent's: a payment to one of them backs feedback. */
  wallets: readonly string[];
  /** Those, and all others that it names as its own: none of them may rate it. */
  own: readonly string[];
  /** Whether the token is its own still, as far as that is asked of the chain. */
  holds(callRpc: RpcClient, of: Registry): Promise<boolean>;
}

const plain = (addresses: readonly (string | undefined)[]): string[] =>
  addresses.flatMap((one) => (one === undefined ? [] : [one.startsWith("0x") ? one.toLowerCase() : one]));

/** This service's own agent. Throws ApiError 404 where it has none. */
export function thisService(): Rated {
  const { AGENT_TOKEN_ID, TOKEN_TREASURY } = env();
  if (AGENT_TOKEN_ID === undefined)
    throw new ApiError(
      "not_found",
      "This service has no agent in ERC-8004's registry yet, so nothing can rate it there.",
    );
  const { evmPayTo, solanaPayTo } = merchant();
  const wallets = plain([evmPayTo, solanaPayTo]);
  const own = [...wallets, ...plain([TOKEN_TREASURY])];
  return { agentId: BigInt(AGENT_TOKEN_ID), wallets, own, holds: () => Promise.resolve(true) };
}

/** The token by which a registered agent stands in the registry on our chain; null for none. */
const tokenOf = ({ tokenId, tokenRegistry, tokenMoved, evmAddress }: Agent, of: Registry) =>
  tokenId === undefined || tokenRegistry !== of.id || tokenMoved !== undefined || evmAddress === undefined
    ? null
    : { agentId: BigInt(tokenId), evmAddress };

/** A registered agent; null where it is not linked to a token. Throws ApiError 404 and 503. */
export async function peer(id: string, of: Registry): Promise<Rated | null> {
  const [agent] = await readAgents([id]);
  if (!agent) throw unknownAgent();
  const token = tokenOf(agent, of);
  if (token === null) return null;
  const { solAddress, evmAddress, solProvedAt, evmProvedAt, sapWallet } = agent;
  const url = linksOf(id).registrationUrl;
  return {
    agentId: token.agentId,
    wallets: plain([
      solProvedAt === undefined ? undefined : solAddress,
      evmProvedAt === undefined ? undefined : evmAddress,
    ]),
    own: plain([solAddress, evmAddress, sapWallet]),
    holds: async (callRpc, registry) => (await holdsLink(callRpc, registry, { ...token, url })) === "holds",
  };
}

/** Whether one of these wallets is the agent's own, or acts for its token; null where the token is not there. */
export async function isItsOwn(
  callRpc: RpcClient,
  of: Registry,
  { agentId, own }: Rated,
  wallets: readonly string[],
): Promise<boolean | null> {
  if (wallets.some((wallet) => own.includes(wallet))) return true;
  const onEvm = wallets.filter((wallet): wallet is `0x${string}` => wallet.startsWith("0x"));
  const acts = await Promise.all(onEvm.map((wallet) => mayActFor(callRpc, of, wallet, agentId)));
  return acts.includes(null) ? null : acts.includes(true);
}
