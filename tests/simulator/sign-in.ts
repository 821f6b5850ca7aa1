import { createHash } from "node:crypto";
import { textToBase64 } from "@/lib/http/base64";
import { NETWORKS } from "@/lib/chains/networks";
import { signInMessage } from "@/lib/payments/wallet-proof/message";
import { base58 } from "./chains/solana-transfer";
import type { Payment, Wallet } from "./payments";

const { evm, solana } = NETWORKS.testnet;

/** What a wallet on Base makes of a message here: nobody in this world tries to make it for another. */
export const signedByEvm = (message: string, address: string): string => {
  const half = createHash("sha256").update(`${address.toLowerCase()} ${message}`).digest("hex");
  return `0x${half}${half}1b`;
};

/** A SIGN-IN-WITH-X header by which the wallet that paid proves itself, for what the service asked it to sign. */
export function signIn(
  { key, evm: address }: Wallet,
  { rail, path }: Payment,
  origin: string,
  nonce: string,
  now: number,
  resources: readonly string[] | undefined,
): string {
  const { host } = new URL(origin);
  const about = {
    domain: host,
    uri: origin + path,
    version: "1",
    nonce,
    issuedAt: new Date(now).toISOString(),
    ...(resources === undefined ? {} : { resources }),
  };
  if (rail === "x402-evm") {
    const fields = { ...about, address, chainId: evm.id };
    const signature = signedByEvm(signInMessage("Ethereum", fields), address);
    return textToBase64(JSON.stringify({ ...fields, type: "eip191", signature }));
  }
  const fields = { ...about, address: key.address, chainId: solana.id };
  const signature = base58(key.sign(new TextEncoder().encode(signInMessage("Solana", fields))));
  return textToBase64(JSON.stringify({ ...fields, type: "ed25519", signature }));
}
