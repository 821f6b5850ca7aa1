import { askFree } from "@/components/reading/ask-free";
import { Stopped } from "@/lib/buying/problem";
import { signIn } from "@/lib/buying/sign-in";
import type { FoundWallet } from "@/lib/buying/wallets";
import type { AgentProfile } from "@/lib/identity/answer";
import { proofResource } from "@/lib/identity/proof-resource";
import { readRegistered } from "../own-answers";
import { notTaken, type Working } from "../use-work";

export type Account = AgentProfile["accounts"][number];

const sameAddress = (chain: Account["chain"], one: string, other: string): boolean =>
  chain === "base" ? one.toLowerCase() === other.toLowerCase() : one === other;

/** The CAIP-2 id in a CAIP-10 account. */
const networkOf = ({ account }: Account): string => account.split(":").slice(0, 2).join(":");

/** What an owner wants said of the agent; left out where it stays. */
export interface Wishes {
  name?: string;
  description?: string;
}

interface Asked {
  agent: AgentProfile;
  account: Account;
  wishes: Wishes;
  path: string;
}

/**
 * Has a wallet sign for one request of an agent's owner, and sends that request: it proves the address, and changes what
 * the agent says of itself. Throws Stopped and Refused.
 */
export async function proveAddress(
  found: FoundWallet,
  { agent, account, wishes, path }: Asked,
  { tell, wallet }: Working,
): Promise<void> {
  const { id, solAddress, evmAddress } = agent;
  const body = {
    ...(solAddress === undefined ? {} : { solAddress }),
    ...(evmAddress === undefined ? {} : { evmAddress }),
    ...wishes,
  };
  const signer = await wallet("Asking the wallet for an account…", () => found.account());
  if (!sameAddress(account.chain, signer.address, account.address))
    throw new Stopped({ kind: "other_account", shared: signer.address, wanted: account.address });
  const resource = await proofResource({ path, method: "POST" }, body);
  const proof = await wallet("Sign the message in the wallet: it moves nothing and costs nothing.", () =>
    signIn(signer, {
      ...{ network: networkOf(account), origin: window.location.origin, path, now: Date.now() },
      statement: `Prove that this address is of the agent ${id}. This moves nothing and costs nothing.`,
      resource,
    }),
  );
  tell("Sending the proof…");
  const sent = await askFree(path, readRegistered, { "sign-in-with-x": proof }, body);
  if (sent.state === "failed") throw notTaken("Not taken", sent);
}
