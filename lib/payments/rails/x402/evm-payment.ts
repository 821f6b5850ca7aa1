import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import * as z from "zod";
import { isSignedByKey, type TokenDomain } from "@/lib/chains/authorization-signature";
import { BLOCK_SEC } from "@/lib/chains/block-time";
import { isReadableSignature } from "@/lib/chains/erc6492";
import { inTokenForm } from "@/lib/chains/signature-form";
import { type Objection, PaymentRefused } from "@/lib/payments/outcome/reasons";
import type { Payment } from "../rail";
import { readExtras } from "./header";
import { matchOffer, quote } from "./match";

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const uint = z.string().regex(/^(0|[1-9][0-9]{0,77})$/);

/** EIP-3009 `transferWithAuthorization`, as the x402 scheme `exact` carries it: this form and no other. */
const Eip3009 = z.strictObject({
  signature: z
    .string()
    .regex(/^0x([0-9a-fA-F]{2}){64,2048}$/)
    .refine(isReadableSignature),
  authorization: z.strictObject({
    from: address,
    to: address,
    value: uint,
    validAfter: uint,
    validBefore: uint,
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
});
type Eip3009 = z.output<typeof Eip3009>;

/** A payment on Base: what goes to a facilitator is this re-serialised parse and our own requirement. */
export interface EvmPayment extends Payment {
  rail: "x402-evm";
  /** Of the payer: its key's, or what a contract takes for one. */
  signature: string;
  /** The block that moves it is later than this, in seconds. */
  validAfter: string;
  payload: PaymentPayload;
  requirement: PaymentRequirements;
}

/** Time that a payment must still be valid beyond the route's budget, and how far ahead it may reach at most. */
const MARGIN_SEC = 15;
const MAX_AHEAD_SEC = 15 * 60;

function readForm(payload: PaymentPayload): Eip3009 {
  const parsed = Eip3009.safeParse(payload.payload);
  if (parsed.success) return parsed.data;
  if ("permit2Authorization" in payload.payload || !("authorization" in payload.payload)) {
    throw new PaymentRefused(
      "unsupported_payment",
      "Only EIP-3009 authorizations are taken on Base. Sign a `transferWithAuthorization` of USDC.",
    );
  }
  const where = parsed.error.issues[0]?.path.join(".") || "payload";
  throw new PaymentRefused(
    "malformed_payment",
    `The EIP-3009 payload is wrong at ${quote(where)}. Send {signature, authorization} as x402 clients make it.`,
  );
}

function judge(
  { authorization }: Eip3009,
  offer: PaymentRequirements,
  now: Date,
  budgetMs: number,
): Objection | null {
  const seconds = now.getTime() / 1000;
  const validBefore = Number(authorization.validBefore);
  if (authorization.to.toLowerCase() !== offer.payTo.toLowerCase())
    return {
      reason: "wrong_recipient",
      message: `The authorization pays ${authorization.to}, not ${offer.payTo}. Sign the offer's \`payTo\`.`,
    };
  if (authorization.value !== offer.amount)
    return {
      reason: "wrong_amount",
      message: `The authorization is for ${authorization.value} base units; the price is ${offer.amount}. Sign exactly that.`,
    };
  // The newest block is at most that much older, and the next one takes it.
  if (Number(authorization.validAfter) > seconds + BLOCK_SEC)
    return {
      reason: "expired",
      message:
        "The authorization is not valid yet (validAfter lies more than one block ahead). Sign one whose window has begun.",
    };
  if (validBefore < seconds + budgetMs / 1000 + MARGIN_SEC)
    return {
      reason: "expired",
      message:
        "The authorization has run out, or would before the call is done (validBefore). Sign a fresh one.",
    };
  if (validBefore > seconds + MAX_AHEAD_SEC)
    return {
      reason: "expired",
      message:
        "The authorization is valid for too long. Sign one whose validBefore lies at most 15 minutes ahead.",
    };
  return null;
}

/** Hexadecimal in one spelling, so that evidence of the same payment is the same text. */
const lowerCased = (evidence: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(evidence).map(([name, value]) => [name, value.toLowerCase()]));

/** The chain and token of an offer, as its authorizations are signed for. */
const domainOf = ({ network, asset, extra }: PaymentRequirements): TokenDomain => ({
  ...{ name: String(extra.name), version: String(extra.version) },
  ...{ chainId: Number(network.split(":")[1]), verifyingContract: asset },
});

/** Our strict reading of an x402 payload for Base. Throws PaymentRefused where it has no key to be known by. */
export async function readEvmPayment(
  received: PaymentPayload,
  offer: PaymentRequirements,
): Promise<EvmPayment> {
  const form = readForm(received);
  const inOneForm = inTokenForm(form.signature) ?? form.signature;
  const isOfKey = await isSignedByKey(form.authorization, domainOf(offer), inOneForm);
  // What no key made, a contract may take, and only as it stands.
  const signature = isOfKey ? inOneForm : form.signature;
  const { from, to, value, validAfter, validBefore, nonce } = form.authorization;
  // In one spelling: facilitators take an address in mixed case for a checksum, and refuse a wrong one as a bad signature.
  const spelled = lowerCased({ from, to, nonce });
  const authorization = { ...spelled, value, validAfter, validBefore };
  return {
    rail: "x402-evm",
    network: offer.network,
    key: `${offer.network}:${offer.asset}:${from}:${nonce}`.toLowerCase(),
    payer: from.toLowerCase(),
    knownBy: isOfKey ? "signature" : "verification",
    amount: offer.amount,
    ...{ isChallenged: false, stray: null },
    ...readExtras(received),
    signature,
    payload: { x402Version: 2, accepted: offer, payload: { signature, authorization } },
    validAfter,
    requirement: offer,
    objection: (now, budgetMs) => matchOffer(received, offer, true) ?? judge(form, offer, now, budgetMs),
    // Of what was signed, not of what is offered: a copy with other terms must not pass for this payment.
    evidence: lowerCased({ from, to, value, asset: offer.asset, nonce, validBefore }),
  };
}
