import type { BaseUnits } from "@/lib/catalog/money";
import { LEAST_PRICE } from "@/lib/catalog/tiers";
import { bytesToBase64 } from "@/lib/http/base64";
import { knownByMemo } from "@/lib/chains/solana-evidence";
import { messageHashOf } from "@/lib/chains/solana-transaction";
import { readLandedMpp, readMppTransfer, type SolanaTransfer } from "../solana-transfer";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import type { Merchant } from "@/lib/payments/challenge/offers";
import { LandedOtherwise, type Objection, PaymentRefused, REASONS } from "@/lib/payments/outcome/reasons";
import type { Moved } from "@/lib/chains/look";
import type { Payment } from "../rail";
import { readCharge, type Charge } from "./charge";
import { readCredential } from "./credential";
import { findPushed } from "./pushed";
import { MPP_RAIL } from "./receipt";

/** A payment by MPP: one transaction, which its payer has sent himself or has signed in full for us to send. */
export interface MppPayment extends Payment {
  rail: typeof MPP_RAIL;
  /** The transaction, base64. */
  wire: string;
  /** Its id. */
  transaction: string;
  /** Its payer has sent it himself (push); else it is ours to send (pull). */
  pushed: boolean;
}

/** What of the service's settings decides whether a credential is taken. */
export interface MppSeller {
  /** Secrets that bind challenges: that of new ones first, then those that were used before. */
  secrets: readonly string[];
  /** The realm of challenges made here. */
  realm: string;
  merchant: Merchant;
  price: BaseUnits;
  /** Our nodes of the chain, in the order in which they are asked. */
  rpcUrls: readonly string[];
}

/** How a transfer was presented (pull or push), and what is known of it only asynchronously. */
interface Facts {
  recipientAccount: string;
  /** The associated token account of the transfer's authority. */
  payerAccount: string;
  isFullySigned: boolean;
  /** When it landed (ms), or null where it has not. */
  landedAt: number | null;
}

/**
 * A transaction that is signed as its challenge runs out lands while its blockhash lives, about 90 seconds; the
 * chain's clock and ours may differ by another minute.
 */
const LANDING_MS = 150_000;

const lastLanding = ({ expiresAt }: Charge): number => expiresAt + LANDING_MS;

/** What is wrong with the challenge that was paid, as an offer of now. */
function judgeCharge(
  charge: Charge,
  { merchant, price, realm }: MppSeller,
  landedAt: number | null,
): Objection | null {
  const { usdc } = merchant.networks.solana;
  // A payment is kept in the ledger of the service that made its challenge: another's might sell for it again.
  if (charge.realm !== realm)
    return { reason: "wrong_resource", message: `The challenge was made for another service, not ${realm}.` };
  if (charge.currency !== usdc)
    return {
      reason: "unsupported_payment",
      message: `The challenge asks for another asset than USDC (${usdc}).`,
    };
  if (charge.recipient !== merchant.solanaPayTo)
    return { reason: "wrong_recipient", message: "The challenge names another recipient than is paid now." };
  // A payer who paid the challenge's price in time is not asked for another.
  const isPaid = landedAt !== null && landedAt <= lastLanding(charge);
  if (charge.amount !== String(price) && !isPaid)
    return {
      reason: "wrong_amount",
      message: `The challenge asks for ${charge.amount} base units; the price is ${price} now.`,
    };
  return null;
}

/** What is wrong with the transfer, as the payment of that challenge. */
function judgeTransfer(
  transfer: SolanaTransfer,
  charge: Charge,
  { recipientAccount }: Facts,
): Objection | null {
  if (transfer.mint !== charge.currency)
    return {
      reason: "unsupported_payment",
      message: `The transaction moves ${transfer.mint}, not USDC (${charge.currency}).`,
    };
  if (transfer.destination !== recipientAccount)
    return {
      reason: "wrong_recipient",
      message: `The transaction pays ${transfer.destination}; the recipient's USDC account is ${recipientAccount}.`,
      paysAnother: true,
    };
  if (String(transfer.amount) !== charge.amount)
    return {
      reason: "wrong_amount",
      message: `The transaction moves ${transfer.amount} base units; the challenge asks for ${charge.amount}.`,
    };
  return null;
}

/** Without our memo anybody could present another payer's transfer. */
function judgeMemo(transfer: SolanaTransfer, charge: Charge): Objection | null {
  const [memo, ...others] = transfer.memos;
  if (memo !== charge.externalId || others.length > 0)
    return {
      reason: "payment_rejected",
      message:
        "The transaction's one memo must be the challenge's externalId; this is the payment of something else.",
    };
  return null;
}

/** What keeps us from sending a transaction that its payer gave us. */
function judgePull(transfer: SolanaTransfer, charge: Charge, facts: Facts, now: Date): Objection | null {
  if (transfer.feePayer !== transfer.authority)
    return {
      reason: "unsupported_payment",
      message: "The paying wallet must be the transaction's fee payer; nobody else's fee is paid here.",
    };
  if (transfer.source !== facts.payerAccount)
    return {
      reason: "unsupported_payment",
      message: `The transaction pays from ${transfer.source}; pay from the wallet's associated token account, ${facts.payerAccount}.`,
    };
  if (!facts.isFullySigned) return { reason: "invalid_signature", message: REASONS.invalid_signature };
  if (now.getTime() > charge.expiresAt)
    return { reason: "expired", message: "The challenge has run out. Ask for a new one and pay that." };
  return null;
}

/** Reads what has landed. Throws LandedOtherwise for what is not of the form that is asked for. */
async function readLanded(wire: string, network: string): Promise<SolanaTransfer> {
  try {
    return readLandedMpp(wire);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    throw new LandedOtherwise(error, `${network}:${await messageHashOf(wire)}`.toLowerCase());
  }
}

/**
 * Reads a payment by MPP. Its key is that of every Solana payment, so that one transfer can't buy on two rails; its
 * replay token is the challenge's id, which never goes on chain.
 * Throws PaymentRefused for what can't be taken, LandedOtherwise for a push that is no payment, and ApiError while one can't
 * be seen (see pushed.ts).
 */
export async function readMppPayment(header: string, seller: MppSeller): Promise<MppPayment> {
  const { merchant, secrets, rpcUrls } = seller;
  if (secrets.length === 0 || merchant.solanaPayTo === undefined)
    throw new PaymentRefused(
      "unsupported_payment",
      "MPP is not offered here. Pay with x402: PAYMENT-SIGNATURE.",
    );
  const { challenge, payload } = readCredential(header);
  const charge = readCharge(secrets, challenge);
  const { wire, landedAt } =
    payload.kind === "push"
      ? await findPushed(rpcUrls, payload.signature, lastLanding(charge))
      : { wire: payload.transaction, landedAt: null };
  const { id, usdc } = merchant.networks.solana;
  const transfer = landedAt === null ? readMppTransfer(wire) : await readLanded(wire, id);
  const [messageHash, recipientAccount, payerAccount, isFullySigned] = await Promise.all([
    transfer.messageHash(),
    tokenAccountOf(merchant.solanaPayTo, usdc),
    tokenAccountOf(transfer.authority, transfer.mint),
    transfer.isFullySigned(),
  ]);
  const facts: Facts = { recipientAccount, payerAccount, isFullySigned, landedAt };
  const transaction = transfer.transaction ?? "";
  const mistaken = judgeCharge(charge, seller, landedAt) ?? judgeTransfer(transfer, charge, facts);
  const misnamed = judgeMemo(transfer, charge);
  const moved: Moved | null = landedAt === null ? null : { kind: "moved", transaction, at: landedAt };
  const isOurs = transfer.mint === usdc && transfer.destination === recipientAccount;
  const isMispaid =
    isOurs &&
    misnamed === null && // else it may be the payment of something else
    mistaken?.reason === "wrong_amount" &&
    transfer.amount >= LEAST_PRICE;
  return {
    rail: MPP_RAIL,
    network: id,
    key: `${id}:${messageHash}`.toLowerCase(),
    payer: transfer.authority,
    knownBy: landedAt === null ? "signature" : "chain",
    amount: charge.amount,
    isChallenged: misnamed === null,
    stray: mistaken === null && misnamed !== null ? moved : null,
    ...(moved !== null && isMispaid && { mispaid: { ...moved, amount: String(transfer.amount) } }),
    replay: charge.id,
    resource: charge.route === null ? null : `https://${charge.realm}${charge.route}`,
    identifier: null,
    objection: (now) =>
      mistaken ?? misnamed ?? (landedAt === null ? judgePull(transfer, charge, facts, now) : null),
    evidence: {
      ...{ messageHash, tokenAccount: transfer.source, blockhash: transfer.blockhash, transaction },
      ...knownByMemo(transfer.memos),
    },
    wire: bytesToBase64(transfer.wire),
    transaction,
    pushed: landedAt !== null,
  };
}
