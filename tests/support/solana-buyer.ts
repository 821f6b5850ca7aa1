import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64Decoder,
  getBase64Encoder,
  getBase64EncodedWireTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  type Instruction,
  type KeyPairSigner,
  type Nonce,
} from "@solana/kit";
import { getTransferCheckedInstruction } from "@solana-program/token";
import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { randomHex } from "@/lib/http/digest";
import { solanaBalance } from "@/sandbox/balances";
import { fundSolana } from "@/sandbox/faucets";
import type { World } from "@/sandbox/world";
import { offerOn } from "./evm-buyer";

const COMPUTE_BUDGET = address("ComputeBudget111111111111111111111111111111");
const MEMO = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/** What a signer does otherwise than the offer says. */
export interface SolanaChange {
  amount?: bigint;
  mint?: string;
  decimals?: number;
  /** Token accounts; the associated ones of payer and seller when absent. */
  source?: string;
  destination?: string;
  feePayer?: string;
  blockhash?: string;
  /** Micro-lamports a compute unit. */
  computePrice?: bigint;
  /** In place of the two compute budget instructions. */
  before?: readonly Instruction[];
  /** Behind the transfer and its memo. */
  after?: readonly Instruction[];
  memo?: string;
  /** Names an account by a look-up table. */
  lookupTable?: boolean;
  /** Lives by a nonce account instead of a blockhash. */
  durableNonce?: boolean;
}

const computeLimit: Instruction = {
  programAddress: COMPUTE_BUDGET,
  data: new Uint8Array([2, 64, 156, 0, 0]),
};

function computePrice(microLamports: bigint): Instruction {
  const data = new Uint8Array(9);
  data[0] = 3;
  new DataView(data.buffer).setBigUint64(1, microLamports, true);
  return { programAddress: COMPUTE_BUDGET, data };
}

export const memo = (text: string): Instruction => ({
  programAddress: MEMO,
  data: new TextEncoder().encode(text),
});

/** The transaction of a payment, in base64. */
export const transactionIn = ({ payload }: PaymentPayload): string => String(payload.transaction);

export const withTransaction = (payment: PaymentPayload, transaction: string): PaymentPayload => ({
  ...payment,
  payload: { transaction },
});

/** The same payment with some bytes of its transaction changed in place. */
export function withBytes(payment: PaymentPayload, change: (bytes: Uint8Array) => void): PaymentPayload {
  const bytes = Uint8Array.from(getBase64Encoder().encode(transactionIn(payment)));
  change(bytes);
  return withTransaction(payment, getBase64Decoder().decode(bytes));
}

/** Where the payer's signature stands: behind the count and the fee payer's, which is still empty. */
export const PAYER_SIGNATURE = { start: 1 + 64, end: 1 + 128 } as const;

/** An instruction that names an account by a look-up table. */
const lookedUp = (account: string, table: string): Instruction => ({
  programAddress: MEMO,
  accounts: [
    {
      address: address(account),
      addressIndex: 0,
      lookupTableAddress: address(table),
      role: AccountRole.READONLY,
    },
  ],
  data: new Uint8Array([65]),
});

async function transferInstruction(payer: KeyPairSigner, challenge: PaymentRequired, change: SolanaChange) {
  const accepted = offerOn(challenge, "solana");
  const mint = change.mint ?? accepted.asset;
  return getTransferCheckedInstruction({
    source: address(change.source ?? (await tokenAccountOf(payer.address, mint))),
    mint: address(mint),
    destination: address(change.destination ?? (await tokenAccountOf(accepted.payTo, mint))),
    authority: payer,
    amount: change.amount ?? BigInt(accepted.amount),
    decimals: change.decimals ?? 6,
  });
}

/** An x402 payment on Solana, right in every respect but those of `change`. */
export async function signSolana(
  payer: KeyPairSigner,
  rpcUrl: string,
  challenge: PaymentRequired,
  change: SolanaChange = {},
): Promise<PaymentPayload> {
  const accepted = offerOn(challenge, "solana");
  const recent =
    change.blockhash ?? (await createSolanaRpc(rpcUrl).getLatestBlockhash().send()).value.blockhash;
  const instructions = [
    ...(change.before ?? [computeLimit, computePrice(change.computePrice ?? 1n)]),
    await transferInstruction(payer, challenge, change),
    memo(change.memo ?? randomHex(16)),
    ...(change.lookupTable === true
      ? [lookedUp((await generateKeyPairSigner()).address, payer.address)]
      : []),
    ...(change.after ?? []),
  ];
  const paid = pipe(createTransactionMessage({ version: 0 }), (m) =>
    setTransactionMessageFeePayer(address(change.feePayer ?? String(accepted.extra.feePayer)), m),
  );
  const nonceAccountAddress = address(await tokenAccountOf(payer.address, accepted.asset)); // any will do
  const timed =
    change.durableNonce === true
      ? setTransactionMessageLifetimeUsingDurableNonce(
          { nonce: recent as Nonce, nonceAccountAddress, nonceAuthorityAddress: payer.address },
          paid,
        )
      : setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(recent), lastValidBlockHeight: 2n ** 63n },
          paid,
        );
  const message = appendTransactionMessageInstructions(instructions, timed);
  return {
    x402Version: 2,
    accepted,
    ...(challenge.resource === undefined ? {} : { resource: challenge.resource }),
    payload: {
      transaction: getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message)),
    },
  };
}

/** A wallet on Solana that nobody else pays from; `funds` null: without a USDC account. */
export async function newSolanaBuyer(world: World, funds: bigint | null) {
  const signer = await generateKeyPairSigner();
  const fund = (amount: bigint): Promise<unknown> => fundSolana(world.solana.rpcUrl, signer.address, amount);
  if (funds !== null) await fund(funds);
  return {
    world,
    address: String(signer.address),
    fund,
    balance: () => solanaBalance(world, signer.address),
    tokenAccount: await tokenAccountOf(signer.address, world.solana.usdcMint),
    /** The transfer of such a payment by itself. */
    transfer: (challenge: PaymentRequired, amount: bigint) =>
      transferInstruction(signer, challenge, { amount }),
    sign: (challenge: PaymentRequired, change?: SolanaChange) =>
      signSolana(signer, world.solana.rpcUrl, challenge, change),
  };
}
export type SolanaBuyer = Awaited<ReturnType<typeof newSolanaBuyer>>;
