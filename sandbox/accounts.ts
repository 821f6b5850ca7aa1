import { createKeyPairSignerFromPrivateKeyBytes, getAddressEncoder, getBase58Decoder } from "@solana/kit";
import { randomBytes } from "node:crypto";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";

/** A Solana wallet made for this run. */
export interface SolanaWallet {
  address: string;
  /** Base58 of the 64 bytes that wallets export: the private key, then the public one. */
  secretKey: string;
}

export async function newSolanaWallet(): Promise<SolanaWallet> {
  const seed = new Uint8Array(randomBytes(32));
  const signer = await createKeyPairSignerFromPrivateKeyBytes(seed);
  return {
    address: signer.address,
    secretKey: getBase58Decoder().decode(
      new Uint8Array([...seed, ...getAddressEncoder().encode(signer.address)]),
    ),
  };
}

export function newEvmWallet(): { address: `0x${string}`; privateKey: `0x${string}` } {
  const privateKey = generatePrivateKey();
  return { address: privateKeyToAddress(privateKey), privateKey };
}
