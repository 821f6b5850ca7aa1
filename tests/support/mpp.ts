import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Address,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit";
import { getTransferCheckedInstruction } from "@solana-program/token";
import { base64ToText, textToBase64Url } from "@/lib/http/base64";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import type { MppChallenge } from "@/lib/payments/rails/mpp/challenge";
import { computeLimit, computePrice, FEE_PAYER, MEMO } from "./payments";

/** The charge request that a challenge carries. */
export interface ChargeRequest {
  amount: string;
  currency: string;
  recipient: string;
  externalId: string;
}

export const chargeOf = (challenge: Pick<MppChallenge, "request">): ChargeRequest =>
  JSON.parse(base64ToText(challenge.request)) as ChargeRequest; // the service's own format

/** The `Authorization` header that pays a challenge. */
export const credential = (challenge: object, payload: object): string =>
  `Payment ${textToBase64Url(JSON.stringify({ challenge, payload }))}`;

export const memo = (text: string): Instruction => ({
  programAddress: MEMO,
  accounts: [],
  data: new TextEncoder().encode(text),
});

export interface MppTransferOptions {
  payer?: KeyPairSigner;
  payTo?: string;
  mint?: string;
  amount?: bigint;
  /** Another account pays the fee, and has not signed. */
  feePayer?: Address;
  source?: string;
  version?: 0 | "legacy";
  recent?: string;
  before?: readonly Instruction[];
  after?: readonly Instruction[];
}

/** A transfer as the official MPP client makes it: price, limit, TransferChecked, memo. Any part can be made wrong. */
export async function signedMppTransfer(
  charge: ChargeRequest,
  options: MppTransferOptions = {},
): Promise<{ transaction: string; id: string; payer: KeyPairSigner }> {
  const payer = options.payer ?? (await generateKeyPairSigner());
  const mint = options.mint ?? charge.currency;
  const transfer = getTransferCheckedInstruction({
    source: address(options.source ?? (await tokenAccountOf(payer.address, mint))),
    mint: address(mint),
    destination: address(await tokenAccountOf(options.payTo ?? charge.recipient, mint)),
    authority: payer,
    amount: options.amount ?? BigInt(charge.amount),
    decimals: 6,
  });
  const instructions = [
    ...(options.before ?? [computePrice, computeLimit]),
    transfer,
    ...(options.after ?? [memo(charge.externalId)]),
  ];
  const lifetime = { blockhash: blockhash(options.recent ?? FEE_PAYER), lastValidBlockHeight: 1n };
  const feePayer = options.feePayer ?? payer.address;
  const message =
    options.version === "legacy"
      ? pipe(
          createTransactionMessage({ version: "legacy" }),
          (m) => setTransactionMessageFeePayer(feePayer, m),
          (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
          (m) => appendTransactionMessageInstructions(instructions, m),
        )
      : pipe(
          createTransactionMessage({ version: 0 }),
          (m) => setTransactionMessageFeePayer(feePayer, m),
          (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
          (m) => appendTransactionMessageInstructions(instructions, m),
        );
  const signed = await partiallySignTransactionMessageWithSigners(message);
  const id = options.feePayer === undefined ? getSignatureFromTransaction(signed) : "";
  return { transaction: getBase64EncodedWireTransaction(signed), id, payer };
}
