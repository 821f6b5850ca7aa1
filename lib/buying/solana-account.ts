import {
  address as addressOf,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
  type TransactionModifyingSigner,
} from "@solana/kit";
import { getWallets } from "@wallet-standard/app";
import { NETWORKS } from "@/lib/chains/networks";
import type { PayableChain } from "./chains";
import { asLine } from "./outcome";
import { Stopped } from "./problem";
import { connectOf, featureOf, type StandardAccount, type StandardWallet } from "./standard-wallet";

const MAX_NAME = 40;

/** Wallet Standard's names of the clusters. */
const CLUSTERS: Readonly<Record<string, `solana:${string}`>> = {
  [NETWORKS.mainnet.solana.id]: "solana:mainnet",
  [NETWORKS.testnet.solana.id]: "solana:devnet",
};

interface SignFeature {
  signTransaction(input: {
    account: StandardAccount;
    transaction: Uint8Array;
    chain: string;
  }): Promise<readonly { signedTransaction: Uint8Array }[]>;
}

const signOf = (wallet: StandardWallet): SignFeature | null =>
  featureOf<SignFeature>(wallet, "solana:signTransaction", "signTransaction");

type Signed = Awaited<ReturnType<TransactionModifyingSigner["modifyAndSignTransactions"]>>[number];

/** Size and lifetime are what the wallet left of them; the service reads both again. */
const asSigned = (transaction: Transaction): Signed => transaction as Signed;

/** The wallet as kit's signer. Wallets may add instructions (guards of their own), so what they return is what is sent. */
function signerOf(feature: SignFeature, account: StandardAccount, chain: string): TransactionModifyingSigner {
  const signOne = async (transaction: Transaction): Promise<Signed> => {
    const bytes = Uint8Array.from(getTransactionEncoder().encode(transaction));
    const [signed] = await feature.signTransaction({ account, transaction: bytes, chain });
    if (signed === undefined) throw new Error("the wallet returned no transaction");
    return asSigned({ ...transaction, ...getTransactionDecoder().decode(signed.signedTransaction) });
  };
  return {
    address: addressOf(account.address),
    modifyAndSignTransactions: (transactions) => Promise.all(transactions.map(signOne)),
  };
}

/** Asks a wallet for the account that signs on a chain. Throws Stopped, and whatever the wallet throws. */
export async function connectAccount(
  wallet: StandardWallet,
  { id, name }: Pick<PayableChain, "id" | "name">,
): Promise<TransactionModifyingSigner> {
  const cluster = CLUSTERS[id] ?? "solana:unknown";
  const sign = signOf(wallet);
  if (sign === null || !wallet.chains.includes(cluster))
    throw new Stopped({ kind: "network_missing", wanted: name });
  const { accounts } = (await connectOf(wallet)?.connect()) ?? { accounts: [] };
  const account = accounts[0];
  if (account === undefined) throw new Stopped({ kind: "no_account" });
  if (!account.chains.includes(cluster)) throw new Stopped({ kind: "network_missing", wanted: name });
  return signerOf(sign, account, cluster);
}

const isForSolana = (wallet: StandardWallet): boolean =>
  connectOf(wallet) !== null && wallet.chains.some((chain) => chain.startsWith("solana:"));

/** A wallet's name for itself, as one short line. */
export const nameOf = (wallet: StandardWallet): string =>
  asLine(String(wallet.name)).slice(0, MAX_NAME) || "A wallet";

/** The Solana wallets that register themselves (Wallet Standard), now and later; returns how to stop listening. */
export function watchStandardWallets(tell: (wallets: StandardWallet[]) => void): () => void {
  const wallets = getWallets();
  const tellAll = (): void => tell(wallets.get().filter(isForSolana));
  const unsubscribe = wallets.on("register", tellAll);
  tellAll();
  return unsubscribe;
}
