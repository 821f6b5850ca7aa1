import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { declinedFor, meaningOf } from "@/lib/payments/facilitators/refusals";
import { feePayersIn } from "@/lib/payments/facilitators/supported";
import { REASONS } from "@/lib/payments/outcome/reasons";

const meaning = (code: string, message = ""): string => {
  const found = meaningOf(code, message);
  return found.kind === "refused" ? found.reason : found.kind;
};

/**
 * Every code in the official packages' facilitators for scheme `exact`, and what it amounts to. Those that only
 * /settle answers stand here too: at /verify they would tell nothing.
 */
const OFFICIAL: Record<string, readonly string[]> = {
  "already-used": ["invalid_exact_evm_nonce_already_used", "duplicate_settlement"],
  // It was sent our own offer: what is wrong with that is not the payer's doing.
  "no-verdict": [
    "asset_not_deployed_contract",
    "invalid_exact_evm_eip3009_not_supported",
    "invalid_exact_evm_missing_eip712_domain",
    "invalid_exact_evm_network_mismatch",
    "invalid_exact_evm_scheme",
    "invalid_exact_evm_token_name_mismatch",
    "invalid_exact_evm_token_version_mismatch",
    "invalid_exact_svm_network_mismatch",
    "invalid_exact_svm_payload_missing_fee_payer",
    "invalid_exact_svm_unsupported_scheme",
    "network_mismatch",
    "unsupported_scheme",
  ],
  invalid_signature: [
    "invalid_exact_evm_failed_to_parse_signature",
    "invalid_exact_evm_signature",
    "invalid_exact_svm_payload_signature_invalid",
  ],
  expired: [
    "invalid_exact_evm_payload_authorization_valid_after",
    "invalid_exact_evm_payload_authorization_valid_before",
  ],
  wrong_amount: [
    "invalid_exact_evm_authorization_value",
    "invalid_exact_evm_payload_authorization_value_mismatch",
    "invalid_exact_svm_payload_amount_mismatch",
  ],
  wrong_recipient: ["invalid_exact_evm_recipient_mismatch", "invalid_exact_svm_payload_recipient_mismatch"],
  insufficient_funds: ["invalid_exact_evm_insufficient_balance"],
  malformed_payment: ["invalid_exact_svm_payload_transaction_could_not_be_decoded"],
  unsupported_payment: [
    "eip6492_factory_not_allowed",
    "fee_payer_not_managed_by_facilitator",
    "invalid_exact_svm_fee_payer_mismatch",
    "invalid_exact_svm_fee_payer_not_managed_by_facilitator",
    "invalid_exact_svm_payload_excessive_signers",
    "invalid_exact_svm_payload_memo_count",
    "invalid_exact_svm_payload_memo_mismatch",
    "invalid_exact_svm_payload_mint_mismatch",
    "invalid_exact_svm_payload_no_transfer_instruction",
    "invalid_exact_svm_payload_transaction_fee_payer_transferring_funds",
    "invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction",
    "invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction_too_high",
    "invalid_exact_svm_payload_transaction_instructions_compute_price_instruction",
    "invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high",
    "invalid_exact_svm_payload_transaction_instructions_length",
    "invalid_exact_svm_payload_unknown_fifth_instruction",
    "invalid_exact_svm_payload_unknown_fourth_instruction",
    "invalid_exact_svm_payload_unknown_optional_instruction",
    "invalid_exact_svm_payload_unknown_seventh_instruction",
    "invalid_exact_svm_payload_unknown_sixth_instruction",
    "invalid_exact_svm_smart_wallet_alt_resolution_failed",
    "invalid_exact_svm_smart_wallet_alt_resolution_not_available",
    "invalid_exact_svm_smart_wallet_cannot_derive_destination_ata",
    "invalid_exact_svm_smart_wallet_compute_budget_violation",
    "invalid_exact_svm_smart_wallet_compute_units_too_high",
    "invalid_exact_svm_smart_wallet_fee_payer_not_isolated",
    "invalid_exact_svm_smart_wallet_malformed_compute_budget",
    "invalid_exact_svm_smart_wallet_malformed_compute_limit",
    "invalid_exact_svm_smart_wallet_malformed_compute_price",
    "invalid_exact_svm_smart_wallet_multiple_matching_transfers",
    "invalid_exact_svm_smart_wallet_priority_fee_too_high",
    "invalid_exact_svm_smart_wallet_program_not_allowed",
    "invalid_exact_svm_smart_wallet_transfer_mismatch",
    "invalid_exact_svm_smart_wallet_unsupported_compute_budget_instruction",
    "smart_wallet_deployment_failed",
    "unsupported_payload_type",
    // Permit2 and the scheme `upto`, which are in the same files and are never offered
    "eip2612_asset_mismatch",
    "eip2612_deadline_expired",
    "eip2612_from_mismatch",
    "eip2612_spender_not_permit2",
    "erc20_approval_asset_mismatch",
    "erc20_approval_broadcast_failed",
    "erc20_approval_from_mismatch",
    "erc20_approval_spender_not_permit2",
    "erc20_approval_tx_failed",
    "erc20_approval_tx_invalid_calldata",
    "erc20_approval_tx_invalid_signature",
    "erc20_approval_tx_parse_failed",
    "erc20_approval_tx_signer_mismatch",
    "erc20_approval_tx_wrong_selector",
    "erc20_approval_tx_wrong_spender",
    "erc20_approval_tx_wrong_target",
    "invalid_eip2612_extension_format",
    "invalid_erc20_approval_extension_format",
    "invalid_permit2_recipient_mismatch",
    "invalid_permit2_signature",
    "invalid_permit2_spender",
    "invalid_upto_evm_network_mismatch",
    "invalid_upto_evm_payload_settlement_exceeds_amount",
    "invalid_upto_evm_scheme",
    "invalid_upto_evm_transaction_failed",
    "permit2_2612_amount_mismatch",
    "permit2_allowance_required",
    "permit2_amount_mismatch",
    "permit2_deadline_expired",
    "permit2_insufficient_balance",
    "permit2_invalid_amount",
    "permit2_invalid_destination",
    "permit2_invalid_nonce",
    "permit2_invalid_owner",
    "permit2_not_yet_valid",
    "permit2_payment_too_early",
    "permit2_proxy_not_deployed",
    "permit2_simulation_failed",
    "permit2_token_mismatch",
    "upto_amount_exceeds_permitted",
    "upto_facilitator_mismatch",
    "upto_unauthorized_facilitator",
  ],
  // One code for several defects: our own node is asked. The rest are answers to /settle.
  payment_rejected: [
    "invalid_exact_evm_transaction_failed",
    "invalid_exact_evm_transaction_simulation_failed",
    "invalid_exact_evm_transfer_event_mismatch",
    "invalid_exact_svm_payload_transaction",
    "invalid_exact_svm_smart_wallet_no_transfer_in_simulation",
    "invalid_exact_svm_smart_wallet_simulation_failed",
    "invalid_exact_svm_transaction_failed",
    "invalid_exact_svm_transaction_simulation_failed",
    "invalid_exact_svm_verification_failed",
    "invalid_transaction_state",
    "post_settlement_transfer_not_confirmed",
    "settlement_pending",
    "transaction_failed",
    "transaction_simulation_failed",
    "verification_failed",
  ],
};

/** Codes that hosted facilitators add, from their documentation and from version 1 of the protocol. */
const HOSTED: Record<string, readonly string[]> = {
  "no-verdict": [
    "amount_too_low",
    "internal_error",
    "invalid_amount",
    "invalid_exact_svm_payload_transaction_receiver_ata_not_found",
    "invalid_network",
    "invalid_payment_requirements",
    "invalid_scheme",
    "invalid_x402_version",
    "settle_exact_node_failure",
    "unexpected_settle_error",
    "unexpected_verify_error",
    "unknown_error",
  ],
  insufficient_funds: ["insufficient_funds", "invalid_exact_svm_payload_transaction_sender_ata_not_found"],
  invalid_signature: [
    "invalid_exact_evm_payload_authorization_typed_data_message",
    "invalid_exact_evm_payload_signature",
    "invalid_exact_evm_payload_signature_address",
  ],
  expired: ["payment_expired", "settle_exact_svm_block_height_exceeded"],
  wrong_amount: [
    "invalid_exact_evm_payload_authorization_value",
    "invalid_exact_evm_payload_authorization_value_too_low",
    "invalid_exact_svm_payload_transaction_amount_mismatch",
  ],
  wrong_recipient: [
    "invalid_exact_evm_payload_recipient_mismatch",
    "invalid_exact_svm_payload_transaction_transfer_to_incorrect_ata",
  ],
  unsupported_payment: [
    "invalid_exact_evm_payload_undeployed_smart_wallet",
    "invalid_exact_evm_permit2_payload_deadline",
    "invalid_exact_evm_permit2_payload_signature",
    "invalid_exact_svm_payload_transaction_create_ata_instruction",
    "invalid_exact_svm_payload_transaction_create_ata_instruction_incorrect_asset",
    "invalid_exact_svm_payload_transaction_create_ata_instruction_incorrect_payee",
    "invalid_exact_svm_payload_transaction_fee_payer_included_in_instruction_accounts",
    "invalid_exact_svm_payload_transaction_instruction_not_spl_token_transfer_checked",
    "invalid_exact_svm_payload_transaction_instruction_not_token_2022_transfer_checked",
    "invalid_exact_svm_payload_transaction_instructions",
    "invalid_exact_svm_payload_transaction_not_a_transfer_instruction",
    "permit2_disabled",
  ],
  payment_rejected: [
    "invalid_exact_evm_payload_authorization_from_address_kyt",
    "invalid_exact_evm_payload_authorization_to_address_kyt",
    "request_blocked_by_location",
    "invalid_exact_svm_payload_transaction_cannot_derive_receiver_ata",
    "invalid_exact_svm_payload_transaction_simulation_failed",
    "invalid_payload",
    "invalid_payment",
    "kyt_risk_detected",
    "preflight_validation_failed",
    "self_send_not_allowed",
    "something_new",
    "",
  ],
};

const rows = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([means, codes]) => codes.map((code) => [code, means] as const));

const DIST = path.resolve("node_modules/@x402");
const ENTRIES = ["evm/dist/esm/exact", "svm/dist/esm/exact", "core/dist/esm"].map((folder) =>
  path.join(DIST, folder, "facilitator", "index.mjs"),
);

/** A module's own text and that of everything which it imports from its package. */
function textOf(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return "";
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const imported = [...text.matchAll(/(?:from|import) "(\.[^"]+)"/g)].map(([, specifier = ""]) =>
    textOf(path.resolve(path.dirname(file), specifier), seen),
  );
  return [text, ...imported].join("\n");
}

describe("facilitators' refusals", () => {
  it.each([...rows(OFFICIAL), ...rows(HOSTED)])("%j amounts to %s", (code, means) => {
    expect(meaning(code)).toBe(means);
  });

  it("are all known that the official packages have", () => {
    const notCodes = ["too_high"]; // part of a code, which they look for
    const known = new Set([...notCodes, ...rows(OFFICIAL).map(([code]) => code)]);
    const texts = ENTRIES.map((entry) => textOf(entry)).join("\n");
    const found = new Set([...texts.matchAll(/"([a-z0-9]+(?:_[a-z0-9]+)+)"/g)].map(([, code = ""]) => code));
    expect(found.size).toBeGreaterThan(100);
    expect([...found].filter((code) => !known.has(code))).toEqual([]);
    expect([...known].filter((code) => !found.has(code))).toEqual([]);
  });

  it("are unknown where no rule here knows their code, and no other is", () => {
    const unknown = [...rows(OFFICIAL), ...rows(HOSTED)]
      .map(([code]) => code)
      .filter((code) => {
        const found = meaningOf(code, "");
        return found.kind === "refused" && found.unknown === true;
      });
    expect(unknown).toEqual(["something_new", ""]);
  });

  it("are technical by a closed list, and never what the law asks for", () => {
    const weighs = (code: string, weight: "technical" | "compliance"): boolean => {
      const found = meaningOf(code, "");
      return found.kind === "refused" && found[weight] === true;
    };
    for (const code of ["insufficient_funds", "invalid_exact_evm_signature", "transaction_simulation_failed"])
      expect([code, weighs(code, "technical")]).toEqual([code, true]);
    for (const code of [
      "insufficient_funds_v2",
      "signature_screening",
      "kyt_simulation_failed",
      "invalid_payload",
    ])
      expect([code, weighs(code, "technical")]).toEqual([code, false]);
    for (const code of ["kyt_risk_detected", "request_blocked_by_location", "sanctioned_address", "aml_hit"])
      expect([code, weighs(code, "compliance")]).toEqual([code, true]);
    const law = { kind: "refused", compliance: true };
    expect(declinedFor("insufficient_funds")).toMatchObject(law);
    expect(declinedFor("insufficient_funds")).not.toHaveProperty("technical");
    expect(declinedFor("invalid_exact_evm_nonce_already_used")).toMatchObject(law);
    expect(declinedFor("forbidden")).toEqual({ kind: "no-verdict" });
  });

  it("count by their code, whatever details stand behind it", () => {
    expect(meaning("invalid_exact_svm_smart_wallet_program_not_allowed: signature insufficient_funds")).toBe(
      "unsupported_payment",
    );
  });

  it("recognise a payment that the chain has seen by the message too, where the code says nothing", () => {
    const simulation = "invalid_exact_svm_transaction_simulation_failed";
    expect(meaning(simulation, 'Simulation failed: "AlreadyProcessed"')).toBe("already-used");
    expect(meaning(simulation, "This transaction has already been processed")).toBe("already-used");
    expect(meaning(simulation, '"BlockhashNotFound"')).toBe("payment_rejected");
    expect(
      meaning("invalid_payload", "execution reverted: FiatTokenV2: authorization is used or canceled"),
    ).toBe("already-used");
  });

  it("have our own message: a sentence of what is wrong and what to do", () => {
    let reported = 0;
    for (const [code] of [...rows(OFFICIAL), ...rows(HOSTED)]) {
      const found = meaningOf(code, "at verify (https://facilitator.example/x.js:1:2)");
      if (found.kind !== "refused") continue;
      expect(found.message).toMatch(/^[A-Z][^_]*\. [A-Z].*\.$/);
      expect(found.message).not.toContain("facilitator.example");
      expect(Object.keys(REASONS)).toContain(found.reason);
      reported += 1;
    }
    expect(reported).toBeGreaterThan(50);
  });
});

describe("what facilitators support", () => {
  const network = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
  const payer = (last: string) => `6Q9T7V8yBk1GkJmXcY5wq7JvX2m6n1i5a5tF5Zs2kGq${last}`;

  it("gives the fee payer in use first, then the other signers, of this network only", () => {
    const supported = {
      kinds: [
        { x402Version: 2, scheme: "exact", network: "solana:other", extra: { feePayer: payer("x") } },
        { x402Version: 2, scheme: "exact", network, extra: { feePayer: payer("b") } },
      ],
      signers: { "solana:*": [payer("a"), payer("b")] },
    };
    expect(feePayersIn(supported, network)).toEqual([payer("b"), payer("a")]);
  });

  it("ignores what is not an address, whatever the answer looks like", () => {
    for (const odd of [
      null,
      1,
      [],
      {},
      {
        kinds: [null, 1, { network, scheme: "exact", extra: { feePayer: "<script>" } }],
        signers: { "solana:*": "x" },
      },
    ]) {
      expect(feePayersIn(odd, network)).toEqual([]);
    }
  });
});
