import type { EIP6963ProviderDetail } from "mipd";
import { createWalletClient, custom, type Hex } from "viem";
import { chainFor, switchTo } from "./evm-network";
import { Stopped } from "./problem";
import { walletProblem } from "./wallet-error";
import type { WalletAccount } from "./wallets";

const guarded = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw walletProblem(error);
  });

/** The account that an EVM wallet shares. Throws Stopped. */
export async function evmAccount(provider: EIP6963ProviderDetail["provider"]): Promise<WalletAccount> {
  const client = createWalletClient({ transport: custom(provider, { retryCount: 0 }) });
  const [address] = await guarded(client.requestAddresses());
  if (address === undefined) throw new Stopped({ kind: "no_account" });
  async function send(network: string, { to, data }: { to: string; data: string }): Promise<string> {
    const chain = chainFor(network);
    if ((await client.getChainId()) !== chain.id) await switchTo(client, network);
    // Both are hexadecimal: the wallet refuses what is not.
    return client.sendTransaction({ account: address ?? null, chain, to: to as Hex, data: data as Hex });
  }
  return {
    address,
    signText: (text) => guarded(client.signMessage({ account: address, message: text })),
    sendCall: (network, call) => guarded(send(network, call)),
  };
}
