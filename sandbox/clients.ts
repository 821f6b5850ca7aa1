import { createKeyPairSignerFromBytes, getBase58Encoder } from "@solana/kit";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { ExactSvmScheme } from "@x402/svm/exact/client";
import { privateKeyToAccount } from "viem/accounts";
import type { World } from "./world";

/** The official x402 client, holding the sandbox's wallet on Base. */
export function evmClient({ evm }: Pick<World, "evm">): x402Client {
  return new x402Client().register(
    `eip155:${evm.chainId}`,
    new ExactEvmScheme(privateKeyToAccount(evm.payerPrivateKey)),
  );
}

/** The official x402 client, holding the sandbox's wallet on Solana. */
export async function solanaClient({ solana }: Pick<World, "solana">): Promise<x402Client> {
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(solana.payerSecretKey));
  return new x402Client().register(solana.network, new ExactSvmScheme(signer, { rpcUrl: solana.rpcUrl }));
}

/** A fetch that pays when it is asked to. */
export const payingFetch = (client: x402Client, via: typeof fetch = fetch): typeof fetch =>
  wrapFetchWithPayment(via, client);
