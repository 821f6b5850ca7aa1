import type { Reason } from "../reasons";

/** Codes by which facilitators say that the chain has already seen the payment. */
const ALREADY_USED = new Set(["invalid_exact_evm_nonce_already_used", "duplicate_settlement"]);

/** Facilitators' codes (x402 v2, schemes `exact` on EVM and Solana) by the reason that they amount to. */
const BY_REASON: readonly (readonly [Reason, RegExp])[] = [
  ["insufficient_funds", /insufficient_(balance|funds)/],
  ["invalid_signature", /signature/],
  ["expired", /valid_(before|after)|expired|blockhash/],
  ["wrong_amount", /(value|amount)_mismatch|authorization_value/],
  ["wrong_recipient", /recipient_mismatch/],
  [
    "unsupported_payment",
    /unsupported|network_mismatch|mint_mismatch|not_supported|scheme|instruction|fee_payer|domain|token_(name|version)/,
  ],
];

/** Simulation failures carry their cause only in the message. */
const ALREADY_PROCESSED = /AlreadyProcessed|authorization is used or canceled/;

export const isAlreadyUsed = (code: string, message: string): boolean =>
  ALREADY_USED.has(code) || ALREADY_PROCESSED.test(message);

/** The reason that a facilitator's code amounts to; `payment_rejected` for those that tell nothing. */
export const reasonFor = (code: string): Reason =>
  BY_REASON.find(([, pattern]) => pattern.test(code))?.[0] ?? "payment_rejected";
