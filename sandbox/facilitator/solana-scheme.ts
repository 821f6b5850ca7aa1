import { createKeyPairSignerFromPrivateKeyBytes, type Address } from "@solana/kit";
import { toFacilitatorSvmSigner } from "@x402/svm";
import { ExactSvmScheme } from "@x402/svm/exact/facilitator";

interface SolanaOptions {
  rpcUrl: string;
  /** Ed25519 seed, 32 bytes. */
  seed: Uint8Array;
}

/** x402 `exact` on Solana, with one fee payer. */
export async function solanaScheme({
  rpcUrl,
  seed,
}: SolanaOptions): Promise<{ feePayer: Address; scheme: ExactSvmScheme }> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(seed);
  const scheme = new ExactSvmScheme(toFacilitatorSvmSigner(signer, { defaultRpcUrl: rpcUrl }));
  return { feePayer: signer.address, scheme };
}
