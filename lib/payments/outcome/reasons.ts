/** Why a payment was refused: the closed set of `reason` in a 402, each with what the caller can do about it. */
export const REASONS = {
  no_payment:
    "This route is paid. Sign one of the offers in `x402.accepts` and send the request again with PAYMENT-SIGNATURE.",
  malformed_payment:
    "The payment header could not be read. Send base64 of an x402 v2 PaymentPayload, at most 12 KB.",
  unsupported_payment:
    "This kind of payment is not accepted. Sign one of the offers in `x402.accepts` as it stands.",
  unsupported_transaction_version:
    "Transactions of this version are not accepted. Sign one of a version that the offer names.",
  wrong_amount: "The signed amount is not the price. Sign the amount of the offer exactly.",
  wrong_recipient: "The payment goes to another recipient. Sign the `payTo` of the offer.",
  wrong_resource: "The payment was made for another route. Ask this route for a challenge and sign that.",
  expired: "The payment is outside its time window. Sign a fresh one.",
  invalid_signature: "The signature does not match the payment. Sign again with the paying wallet.",
  insufficient_funds:
    "The paying wallet holds too little USDC, or has no USDC account. Fund it and sign again.",
  payment_rejected: "The facilitator refused the payment. Sign a fresh one.",
  settlement_failed: "The payment could not be settled and moved nothing. Sign a fresh one.",
} as const;

export type Reason = keyof typeof REASONS;

/** What is wrong with a payment, and what its caller can do about it. */
export interface Objection {
  reason: Reason;
  message: string;
  /** It pays somebody else: nothing of it is with us, even where it has landed. */
  paysAnother?: true;
}

/** A refused payment; the call ends in a 402 with a fresh challenge, and nothing is charged. */
export class PaymentRefused extends Error {
  override name = "PaymentRefused";
  constructor(
    readonly reason: Reason,
    /** What was wrong with this payment, for the caller. */
    message: string = REASONS[reason],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A transaction that has landed and is not of the form of a payment: what it moved is not asked for once more. */
export class LandedOtherwise extends Error {
  override name = "LandedOtherwise";
  constructor(
    cause: PaymentRefused,
    /** Key of a payment by it, which may have been sold for in another form; null where its bytes can't be read. */
    readonly paymentKey: string | null,
  ) {
    super(cause.message, { cause });
  }
}
