import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import * as z from "zod";
import { bytesToBase64 } from "@/lib/http/base64";
import { knownByMemo } from "@/lib/chains/solana-evidence";
import { refuseNewVersion } from "@/lib/chains/solana-transaction";
import { readTransfer, type SolanaTransfer } from "../solana-transfer";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { type Objection, PaymentRefused, REASONS } from "@/lib/payments/outcome/reasons";
import type { Payment } from "../rail";
import { refusing } from "../refusing";
import { readExtras } from "./header";
import { matchOffer } from "./match";

/** The chain takes 1232 bytes at most, which is so much in base64. */
const MAX_BASE64 = 1_644;

const Form = z.strictObject({ transaction: z.string().min(1) });

/** A payment on Solana: one partially signed transaction, which the facilitator that it names as fee payer completes. */
export interface SolanaPayment extends Payment {
  rail: "x402-solana";
  payload: PaymentPayload;
  requirement: PaymentRequirements;
  feePayer: string;
}

/** What it takes asynchronous work to know of a transfer. */
interface Facts {
  recipientAccount: string;
  /** The associated token account of the transfer's authority. */
  payerAccount: string;
  isSigned: boolean;
  /** Lamports of priority fee that the facilitator pays for it at most. */
  maxPriorityFee: bigint;
}

function readForm(payload: PaymentPayload): SolanaTransfer {
  const form = Form.safeParse(payload.payload);
  if (!form.success)
    throw new PaymentRefused(
      "malformed_payment",
      "The Solana payload must be one member, `transaction`, in base64. Send it as x402 clients make it.",
    );
  refusing(() => refuseNewVersion(form.data.transaction));
  if (form.data.transaction.length > MAX_BASE64)
    throw new PaymentRefused(
      "malformed_payment",
      "The Solana transaction is longer than the chain takes (1232 bytes). Sign a shorter one.",
    );
  return readTransfer(form.data.transaction);
}

function judge(
  transfer: SolanaTransfer,
  offer: PaymentRequirements,
  { recipientAccount, payerAccount, isSigned, maxPriorityFee }: Facts,
): Objection | null {
  if (transfer.mint !== offer.asset)
    return {
      reason: "unsupported_payment",
      message: `The transaction moves ${transfer.mint}, not USDC. Pay ${offer.asset}.`,
    };
  if (transfer.source !== payerAccount)
    return {
      reason: "unsupported_payment",
      message: `The transaction pays from ${transfer.source}. Pay from the wallet's associated token account, ${payerAccount}.`,
    };
  if (transfer.destination !== recipientAccount)
    return {
      reason: "wrong_recipient",
      message: `The transaction pays ${transfer.destination}; the recipient's USDC account is ${recipientAccount}. Sign the offer as it stands.`,
    };
  if (String(transfer.amount) !== offer.amount)
    return {
      reason: "wrong_amount",
      message: `The transaction moves ${transfer.amount} base units; the price is ${offer.amount}. Sign exactly that.`,
    };
  const { lamports, units, price } = transfer.priorityFee;
  // The fee payer is the facilitator: what its payer sets is spent of another's account.
  if (lamports > maxPriorityFee)
    return {
      reason: "unsupported_payment",
      message: `The transaction has its fee payer pay ${lamports} lamports of priority fee (${units} compute units at ${price} micro-lamports); ${maxPriorityFee} are paid at most. Sign a lower limit or price.`,
    };
  if (!isSigned) return { reason: "invalid_signature", message: REASONS.invalid_signature };
  return null;
}

/**
 * Our strict reading of an x402 payload for Solana. `offer` is made for the fee payer that the transaction names;
 * `recipientAccount` is the merchant's USDC token account, `maxPriorityFeeOf` tells what a fee payer pays (lamports).
 * Throws PaymentRefused where the transaction is not of the one form that is taken.
 */
export async function readSolanaPayment(
  received: PaymentPayload,
  offerFor: (feePayer: string) => PaymentRequirements,
  recipientAccount: string,
  maxPriorityFeeOf: (feePayer: string) => bigint,
): Promise<SolanaPayment> {
  const transfer = readForm(received);
  const offer = offerFor(transfer.feePayer);
  const [messageHash, payerAccount, isSigned] = await Promise.all([
    transfer.messageHash(),
    tokenAccountOf(transfer.authority, transfer.mint),
    transfer.isSigned(),
  ]);
  const maxPriorityFee = maxPriorityFeeOf(transfer.feePayer);
  const facts: Facts = { recipientAccount, payerAccount, isSigned, maxPriorityFee };
  return {
    rail: "x402-solana",
    network: offer.network,
    key: `${offer.network}:${messageHash}`.toLowerCase(),
    payer: transfer.authority,
    knownBy: "signature",
    amount: offer.amount,
    ...{ isChallenged: false, stray: null },
    ...readExtras(received),
    payload: { x402Version: 2, accepted: offer, payload: { transaction: bytesToBase64(transfer.wire) } },
    requirement: offer,
    feePayer: transfer.feePayer,
    objection: () => matchOffer(received, offer, false) ?? judge(transfer, offer, facts),
    evidence: {
      messageHash,
      tokenAccount: transfer.source,
      blockhash: transfer.blockhash,
      ...knownByMemo(transfer.memos),
    },
  };
}
