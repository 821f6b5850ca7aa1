import { getBase58Decoder } from "@solana/kit";
import { Stopped } from "./problem";
import { connectOf, featureOf, type StandardAccount, type StandardWallet } from "./standard-wallet";
import { walletProblem } from "./wallet-error";
import type { WalletAccount } from "./wallets";

interface SignTextFeature {
  signMessage(input: {
    account: StandardAccount;
    message: Uint8Array;
  }): Promise<readonly { signature: Uint8Array }[]>;
}

async function signText(wallet: StandardWallet, account: StandardAccount, text: string): Promise<string> {
  const feature = featureOf<SignTextFeature>(wallet, "solana:signMessage", "signMessage");
  if (feature === null) throw new Stopped({ kind: "signs_no_text" });
  const [signed] = await feature.signMessage({ account, message: new TextEncoder().encode(text) });
  if (signed === undefined) throw new Error("the wallet returned no signature");
  return getBase58Decoder().decode(signed.signature);
}

/** The account that a Solana wallet shares. Throws Stopped. */
export async function solanaAccount(wallet: StandardWallet): Promise<WalletAccount> {
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw walletProblem(error);
    });
  const { accounts } = await guarded(connectOf(wallet)?.connect() ?? Promise.resolve({ accounts: [] }));
  const account = accounts[0];
  if (account === undefined) throw new Stopped({ kind: "no_account" });
  return {
    address: account.address,
    signText: (text) => guarded(signText(wallet, account, text)),
    sendCall: null,
  };
}
