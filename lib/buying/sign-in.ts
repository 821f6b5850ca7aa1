import { textToBase64 } from "@/lib/http/base64";
import { randomHex } from "@/lib/http/digest";
import { signInMessage } from "@/lib/payments/wallet-proof/message";
import type { WalletAccount } from "./wallets";

/** What a sign-in is for. */
export interface SignInFor {
  /** CAIP-2 id of the account's chain. */
  network: string;
  /** This site's own, and the route that the proof is sent to. */
  origin: string;
  path: string;
  /** What the wallet shows to the person: one line. */
  statement: string;
  /** What it is good for: one request. */
  resource: string;
  now: number;
}

/** How long a sign-in is good: shorter than the service takes, so that what was signed and left lying is worthless soon. */
export const GOOD_FOR_MS = 4.75 * 60_000;
const NONCE_BYTES = 16;

/** The header SIGN-IN-WITH-X, signed by an account. Throws Stopped. */
export async function signIn(account: WalletAccount, asked: SignInFor): Promise<string> {
  const { network, origin, path, statement, resource, now } = asked;
  const fields = {
    domain: new URL(origin).host,
    address: account.address,
    statement,
    uri: `${origin}${path}`,
    version: "1",
    chainId: network,
    nonce: randomHex(NONCE_BYTES),
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + GOOD_FOR_MS).toISOString(),
    resources: [resource],
  };
  const isSolana = network.startsWith("solana:");
  const signature = await account.signText(signInMessage(isSolana ? "Solana" : "Ethereum", fields));
  return textToBase64(JSON.stringify({ ...fields, type: isSolana ? "ed25519" : "eip191", signature }));
}
