import {
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  getBase58Encoder,
  type KeyPairSigner,
  type Base64EncodedWireTransaction,
} from "@solana/kit";
import { newSolanaWallet } from "@/sandbox/accounts";
import { solanaBalance } from "@/sandbox/balances";
import { fundSolana, fundSolanaFees } from "@/sandbox/faucets";
import type { World } from "@/sandbox/world";
import type { MppChallenge } from "@/lib/payments/rails/mpp/challenge";
import { chargeOf, credential, signedMppTransfer, type MppTransferOptions } from "./mpp";
import { post, type Call } from "./service";

/** A payer by MPP on Solana, with its own fresh wallet and SOL for the fees. */
export interface MppPayer {
  signer: KeyPairSigner;
  secretKey: string;
  /** Its USDC, in base units. */
  balance(): Promise<bigint>;
  /** Signs what a challenge asks for, and sends nothing. */
  sign(challenge: MppChallenge, options?: MppTransferOptions): Promise<{ transaction: string; id: string }>;
  /** Sends a signed transaction itself. */
  broadcast(transaction: string): Promise<void>;
}

const USDC = 10_000_000n;
const LAMPORTS = 1_000_000_000n;

export async function newMppPayer(
  world: World,
  funds: { usdc?: bigint; lamports?: bigint } = {},
): Promise<MppPayer> {
  const wallet = await newSolanaWallet();
  const { rpcUrl } = world.solana;
  const { usdc = USDC, lamports = LAMPORTS } = funds;
  await fundSolana(rpcUrl, wallet.address, usdc);
  if (lamports > 0n) await fundSolanaFees(rpcUrl, wallet.address, lamports);
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(wallet.secretKey));
  const rpc = createSolanaRpc(rpcUrl);
  return {
    signer,
    secretKey: wallet.secretKey,
    balance: () => solanaBalance(world, wallet.address),
    async sign(challenge, options) {
      const { value } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
      return signedMppTransfer(chargeOf(challenge), { payer: signer, recent: value.blockhash, ...options });
    },
    async broadcast(transaction) {
      const wire = transaction as Base64EncodedWireTransaction; // made by kit's own encoder
      await rpc.sendTransaction(wire, { encoding: "base64", skipPreflight: true }).send();
    },
  };
}

/** The MPP challenge of a route. */
export async function mppChallengeOf(origin: string, path: string): Promise<MppChallenge> {
  const { mpp } = (await (await post({ origin, path })).json()) as { mpp: MppChallenge[] }; // the 402's body
  const [challenge] = mpp;
  if (challenge === undefined) throw new Error(`${path} offers no MPP challenge`);
  return challenge;
}

/** A call that is paid by handing the transaction over. */
export const pull = (challenge: MppChallenge, transaction: string): Required<Pick<Call, "headers">> => ({
  headers: { authorization: credential(challenge, { type: "transaction", transaction }) },
});

/** A call that is paid by a transaction that was sent already. */
export const push = (challenge: MppChallenge, signature: string): Required<Pick<Call, "headers">> => ({
  headers: { authorization: credential(challenge, { type: "signature", signature }) },
});
