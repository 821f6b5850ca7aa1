import {
  address as addressOf,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
  type TransactionModifyingSigner,
} from "@solana/kit";
import { getWallets } from "@wallet-standard/app";
import { ExactSvmScheme } from "@x402/svm/exact/client";
import { baseUnits } from "@/lib/catalog/money";
import { isRecord } from "@/lib/is-record";
import { readTokenAccount } from "@/lib/payments/chain/token-account";
import { tokenAccountOf } from "@/lib/payments/chain/solana-transfer";
import { NETWORKS } from "@/lib/payments/rails/networks";
import { solanaRpcEntry } from "@/lib/solana-rpc/entry";
import type { PayableOffer } from "./challenge";
import { asLine } from "./outcome";
import { Stopped } from "./problem";
import { signOffer } from "./sign";
import { solanaAccount } from "./solana-account";
import { connectOf, featureOf, type StandardAccount, type StandardWallet } from "./standard-wallet";
import { walletProblem } from "./wallet-error";
import type { ConnectedWallet, FoundWallet } from "./wallets";

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

/** What this page's own node says of the payer's USDC account; null where there is none, undefined where it can't tell. */
async function tokenAccount(rpcUrl: string, owner: string, mint: string) {
  const params = [await tokenAccountOf(owner, mint), { encoding: "base64", commitment: "confirmed" }];
  try {
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getAccountInfo", params }),
    });
    const reply: unknown = await response.json();
    const result = isRecord(reply) ? reply.result : undefined;
    if (!isRecord(result)) return undefined;
    if (result.value === null) return null;
    const data = isRecord(result.value) ? result.value.data : undefined;
    return Array.isArray(data) && typeof data[0] === "string" ? readTokenAccount(data[0]) : undefined;
  } catch {
    return undefined; // the service looks again before anything moves
  }
}

async function check(rpcUrl: string, owner: string, { chain, amount }: PayableOffer): Promise<void> {
  const account = await tokenAccount(rpcUrl, owner, chain.usdc);
  if (account === undefined) return;
  if (account === null) throw new Stopped({ kind: "no_token_account", network: chain.name });
  if (account.amount < BigInt(amount))
    throw new Stopped({
      ...{ kind: "no_funds", asked: amount },
      ...{ held: baseUnits(Number(account.amount)), network: chain.name },
    });
}

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

async function connect(wallet: StandardWallet, offer: PayableOffer): Promise<ConnectedWallet> {
  const cluster = CLUSTERS[offer.chain.id] ?? "solana:unknown";
  const sign = signOf(wallet);
  if (sign === null || !wallet.chains.includes(cluster))
    throw new Stopped({ kind: "network_missing", wanted: offer.chain.name });
  const { accounts } = (await connectOf(wallet)?.connect()) ?? { accounts: [] };
  const account = accounts[0];
  if (account === undefined) throw new Stopped({ kind: "no_account" });
  if (!account.chains.includes(cluster))
    throw new Stopped({ kind: "network_missing", wanted: offer.chain.name });
  // The official client reads mint and blockhash at an address that it is given; this page may call no other than its own.
  const rpcUrl = new URL(solanaRpcEntry.path, window.location.origin).href;
  const scheme = new ExactSvmScheme(signerOf(sign, account, cluster), { rpcUrl });
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw walletProblem(error);
    });
  return {
    address: account.address,
    check: (offered) => guarded(check(rpcUrl, account.address, offered)),
    switchTo: (offered) =>
      Promise.reject(new Stopped({ kind: "network_missing", wanted: offered.chain.name })),
    sign: (challenge, offered) => guarded(signOffer(scheme, challenge, offered)),
  };
}

const isForSolana = (wallet: StandardWallet): boolean =>
  connectOf(wallet) !== null && wallet.chains.some((chain) => chain.startsWith("solana:"));

const found = (wallet: StandardWallet, index: number): FoundWallet => ({
  id: `solana ${index} ${wallet.name}`,
  name: asLine(String(wallet.name)).slice(0, MAX_NAME) || "A wallet",
  family: "solana",
  connect: (offer) =>
    connect(wallet, offer).catch((error: unknown) => {
      throw walletProblem(error);
    }),
  account: () => solanaAccount(wallet),
});

/** The Solana wallets that register themselves (Wallet Standard), now and later; returns how to stop listening. */
export function watchSolanaWallets(tell: (wallets: FoundWallet[]) => void): () => void {
  const wallets = getWallets();
  const tellAll = (): void => tell(wallets.get().filter(isForSolana).map(found));
  const unsubscribe = wallets.on("register", tellAll);
  tellAll();
  return unsubscribe;
}
