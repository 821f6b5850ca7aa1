import { ExactSvmScheme } from "@x402/svm/exact/client";
import { baseUnits } from "@/lib/catalog/money";
import { isRecord } from "@/lib/is-record";
import { readTokenAccount } from "@/lib/chains/token-account";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { solanaRpcEntry } from "@/lib/solana-rpc/entry";
import type { PayableOffer } from "./challenge";
import { Stopped } from "./problem";
import { signOffer } from "./sign";
import { connectAccount, nameOf, watchStandardWallets } from "./solana-account";
import { solanaAccount } from "./solana-sign-in";
import type { StandardWallet } from "./standard-wallet";
import { walletProblem } from "./wallet-error";
import type { ConnectedWallet, FoundWallet } from "./wallets";

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

async function connect(wallet: StandardWallet, offer: PayableOffer): Promise<ConnectedWallet> {
  const signer = await connectAccount(wallet, offer.chain);
  // The official client reads mint and blockhash at an address that it is given; this page may call no other than its own.
  const rpcUrl = new URL(solanaRpcEntry.path, window.location.origin).href;
  const scheme = new ExactSvmScheme(signer, { rpcUrl });
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw walletProblem(error);
    });
  return {
    address: signer.address,
    check: (offered) => guarded(check(rpcUrl, signer.address, offered)),
    switchTo: (offered) =>
      Promise.reject(new Stopped({ kind: "network_missing", wanted: offered.chain.name })),
    sign: (challenge, offered) => guarded(signOffer(scheme, challenge, offered)),
  };
}

const found = (wallet: StandardWallet, index: number): FoundWallet => ({
  id: `solana ${index} ${wallet.name}`,
  name: nameOf(wallet),
  family: "solana",
  connect: (offer) =>
    connect(wallet, offer).catch((error: unknown) => {
      throw walletProblem(error);
    }),
  account: () => solanaAccount(wallet),
});

/** The Solana wallets that register themselves (Wallet Standard), now and later; returns how to stop listening. */
export const watchSolanaWallets = (tell: (wallets: FoundWallet[]) => void): (() => void) =>
  watchStandardWallets((wallets) => tell(wallets.map(found)));
