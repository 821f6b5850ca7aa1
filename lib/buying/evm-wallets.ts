import { ExactEvmScheme } from "@x402/evm/exact/client";
import { createStore, type EIP6963ProviderDetail } from "mipd";
import { createWalletClient, custom, getAddress, parseAbi, publicActions, type WalletClient } from "viem";
import { baseUnits } from "@/lib/catalog/money";
import type { PayableOffer } from "./challenge";
import { asLine } from "./outcome";
import { Stopped } from "./problem";
import { signOffer } from "./sign";
import { evmAccount } from "./evm-account";
import { chainFor, switchTo } from "./evm-network";
import { walletProblem } from "./wallet-error";
import type { ConnectedWallet, FoundWallet } from "./wallets";

const MAX_NAME = 40;
const BALANCE_OF = parseAbi(["function balanceOf(address) view returns (uint256)"]);

/** The account's USDC; null where the wallet's own node does not tell. */
async function balanceOf(client: WalletClient, address: `0x${string}`, offer: PayableOffer) {
  try {
    return await client.extend(publicActions).readContract({
      address: getAddress(offer.chain.usdc),
      abi: BALANCE_OF,
      functionName: "balanceOf",
      args: [address],
    });
  } catch {
    return null; // the service looks again before anything moves
  }
}

async function check(client: WalletClient, address: `0x${string}`, offer: PayableOffer): Promise<void> {
  if ((await client.getChainId()) !== chainFor(offer.chain.id).id)
    throw new Stopped({ kind: "wrong_network", wanted: offer.chain.name });
  const held = await balanceOf(client, address, offer);
  if (held === null || held >= BigInt(offer.amount)) return;
  const funds = { asked: offer.amount, held: baseUnits(Number(held)), network: offer.chain.name };
  throw new Stopped({ kind: "no_funds", ...funds });
}

async function connect({ provider }: EIP6963ProviderDetail): Promise<ConnectedWallet> {
  const client = createWalletClient({ transport: custom(provider, { retryCount: 0 }) });
  const [address] = await client.requestAddresses();
  if (address === undefined) throw new Stopped({ kind: "no_account" });
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw walletProblem(error);
    });
  const scheme = new ExactEvmScheme({
    address,
    // The client's types are wider than viem's, which infers them from the ABI that it does not have here.
    signTypedData: (data) =>
      client.signTypedData({ ...data, account: address } as Parameters<typeof client.signTypedData>[0]),
  });
  return {
    address,
    check: (offer) => guarded(check(client, address, offer)),
    switchTo: (offer) => guarded(switchTo(client, offer.chain.id)),
    sign: (challenge, offer) => guarded(signOffer(scheme, challenge, offer)),
  };
}

const found = (detail: EIP6963ProviderDetail): FoundWallet => ({
  id: `evm ${detail.info.uuid}`,
  name: asLine(String(detail.info.name)).slice(0, MAX_NAME) || "A wallet",
  family: "evm",
  connect: () =>
    connect(detail).catch((error: unknown) => {
      throw walletProblem(error);
    }),
  account: () => evmAccount(detail.provider),
});

/** The EVM wallets that announce themselves (EIP-6963), now and later; returns how to stop listening. */
export function watchEvmWallets(tell: (wallets: FoundWallet[]) => void): () => void {
  const store = createStore();
  const unsubscribe = store.subscribe((details) => tell(details.map(found)), { emitImmediately: true });
  return () => {
    unsubscribe();
    store.destroy();
  };
}
