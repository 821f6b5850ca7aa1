import type { Weight } from "./diagnose-refusal";
import { REASONS, type Reason } from "../outcome/reasons";

/** What a facilitator's refusal amounts to. */
export type Meaning =
  | ({ kind: "refused"; reason: Reason; message: string } & Weight)
  /** The chain has seen the payment; only a look-up shows what it bought. */
  | { kind: "already-used" }
  /** It is about the facilitator, or about our own offer, which is all that it was sent: not about the payment. */
  | { kind: "no-verdict" };

/**
 * The refusals that our own node may contradict: a closed list, so that whatever a facilitator adds to its codes, for the
 * law's sake above all, is final.
 */
const TECHNICAL: ReadonlySet<string> = new Set([
  // funds
  ...["insufficient_funds", "insufficient_balance", "invalid_exact_evm_insufficient_balance"],
  "invalid_exact_svm_payload_transaction_sender_ata_not_found",
  // window
  ...["payment_expired", "settle_exact_svm_block_height_exceeded"],
  "invalid_exact_evm_payload_authorization_valid_after",
  "invalid_exact_evm_payload_authorization_valid_before",
  // simulation
  ...["transaction_simulation_failed", "invalid_exact_evm_transaction_simulation_failed"],
  "invalid_exact_svm_transaction_simulation_failed",
  "invalid_exact_svm_payload_transaction_simulation_failed",
  // signature
  ...["invalid_exact_evm_signature", "invalid_exact_evm_payload_signature"],
  ...["invalid_exact_evm_failed_to_parse_signature", "invalid_exact_evm_payload_signature_address"],
  "invalid_exact_evm_payload_authorization_typed_data_message",
  "invalid_exact_svm_payload_signature_invalid",
]);

/** What a facilitator must not serve, or may not: by law, by its screening, by where it is asked from. */
const COMPLIANCE =
  /kyt|kyc|(^|_)aml(_|$)|sanction|ofac|compliance|blocked|blacklist|denylist|screening|restricted|jurisdiction/;

export const isCompliance = (code: string): boolean => COMPLIANCE.test(code);

type Rule = readonly [pattern: RegExp, means: Reason | "already-used" | "no-verdict", message?: string];

export const UNKNOWN_FEE_PAYER =
  "The transaction names a fee payer that no facilitator here signs for. Sign `extra.feePayer` of a fresh offer.";
const COMPUTE =
  "The transaction pays too high a compute unit price or limit. Sign one of at most 5 lamports a compute unit.";
const SCREENED = "The facilitator's screening declined a wallet of this payment. Pay with another wallet.";
const NOT_HERE =
  "The facilitator may not serve a payment from where it comes. No other facilitator is asked for this payment.";
const NOT_DEPLOYED =
  "The paying wallet is a contract that is not deployed, and none is deployed here. Deploy it, or pay with another.";

/**
 * Codes of facilitators for x402 v2's scheme `exact` (the official packages', and those that hosted ones add), the
 * first rule that fits. A facilitator gets our own offer and our re-serialised parse, so that whatever it objects to
 * in scheme, network, version or token is not the payer's doing.
 */
const RULES: readonly Rule[] = [
  [/blocked_by_location/, "payment_rejected", NOT_HERE],
  [COMPLIANCE, "payment_rejected", SCREENED],
  [/nonce_(already_)?used|already_(used|processed|settled)|^duplicate/, "already-used"],
  [/permit2|eip2612|erc20_approval|upto|batch_settlement/, "unsupported_payment"],
  [
    /^(unknown|unexpected|internal|facilitator)(_\w+)?_error$|node_failure|signing_failed|^(unauthorized|forbidden|permission_denied)/,
    "no-verdict",
  ],
  [
    /network_mismatch|(invalid|unsupported)_(network|scheme)|evm_scheme$|x402_version|payment_requirements|eip712_domain|token_(name|version)|eip3009_not_supported|asset_not_deployed|missing_fee_payer|receiver_ata_not_found|^(invalid_amount|amount_too_low)$/,
    "no-verdict",
  ],
  [/undeployed|factory_not_allowed|wallet_deployment/, "unsupported_payment", NOT_DEPLOYED],
  [/self_send/, "payment_rejected", "The paying wallet is the recipient's own. Pay with another wallet."],
  [/insufficient_(balance|funds)|sender_ata_not_found/, "insufficient_funds"],
  [/signature|typed_data/, "invalid_signature"],
  [/valid_after|not_yet_valid/, "expired", "The payment is not valid yet. Sign one whose window has begun."],
  [/valid_before|expired|blockhash|block_height/, "expired", "The payment has run out. Sign a fresh one."],
  [/amount_mismatch|authorization_value/, "wrong_amount"],
  [/recipient_mismatch|incorrect_ata/, "wrong_recipient"],
  [
    /could_not_be_decoded/,
    "malformed_payment",
    "The Solana transaction could not be decoded. Sign it again.",
  ],
  [/fee_payer_(not_managed|mismatch)/, "unsupported_payment", UNKNOWN_FEE_PAYER],
  [/too_high/, "unsupported_payment", COMPUTE],
  [
    /simulation_failed|no_transfer_in_simulation|(transaction|verification|validation)_failed$|transfer_event_mismatch|payload_transaction$|transaction_state|not_confirmed|settlement_pending|cannot_derive_receiver|^invalid_pay(load|ment)$/,
    "payment_rejected",
  ],
  [
    /unsupported|mint_mismatch|instruction|fee_payer|excessive_signers|memo_|smart_wallet/,
    "unsupported_payment",
  ],
];

/** Simulation failures carry their cause only in the message. */
const ALREADY_SEEN = /AlreadyProcessed|already been processed|authorization is used or canceled/;

/** Reads a refusal (`invalidReason`, `invalidMessage`). An unspecific one is `payment_rejected`. */
export function meaningOf(code: string, message: string): Meaning {
  const [bare = ""] = code.split(":"); // some put details behind it
  const compliance = isCompliance(bare);
  if (!compliance && ALREADY_SEEN.test(message)) return { kind: "already-used" };
  const rule = RULES.find(([pattern]) => pattern.test(bare));
  const [, means, says] = rule ?? [null, "payment_rejected"];
  if (means === "already-used" || means === "no-verdict") return { kind: means };
  return {
    ...{ kind: "refused", reason: means, message: says ?? REASONS[means] },
    ...(TECHNICAL.has(bare) && { technical: true }),
    ...(compliance && { compliance: true }),
    ...(rule === undefined && { unknown: true }),
  };
}

/** Reads a refusal that came as HTTP 403 or 451 with a reason: whatever its code, it is for the law's sake, and final. */
export function declinedFor(code: string): Meaning {
  const meaning = meaningOf(code, "");
  if (meaning.kind === "no-verdict") return meaning;
  const screened = { kind: "refused", reason: "payment_rejected", message: SCREENED } as const;
  if (meaning.kind === "already-used") return { ...screened, compliance: true };
  const { technical: _, ...final } = meaning;
  return { ...final, ...(final.unknown && screened), compliance: true };
}
