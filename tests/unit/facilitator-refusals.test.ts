import { describe, expect, it } from "vitest";
import { isAlreadyUsed, reasonFor } from "@/lib/payments/facilitators/refusals";
import { feePayersIn } from "@/lib/payments/facilitators/supported";

describe("facilitators' refusals", () => {
  it.each([
    ["invalid_exact_evm_insufficient_balance", "insufficient_funds"],
    ["invalid_exact_evm_signature", "invalid_signature"],
    ["invalid_exact_evm_failed_to_parse_signature", "invalid_signature"],
    ["invalid_exact_svm_payload_signature_invalid", "invalid_signature"],
    ["invalid_exact_evm_payload_authorization_valid_before", "expired"],
    ["invalid_exact_evm_payload_authorization_valid_after", "expired"],
    ["invalid_exact_evm_payload_authorization_value_mismatch", "wrong_amount"],
    ["invalid_exact_svm_payload_amount_mismatch", "wrong_amount"],
    ["invalid_exact_evm_recipient_mismatch", "wrong_recipient"],
    ["invalid_exact_svm_payload_recipient_mismatch", "wrong_recipient"],
    ["invalid_exact_svm_payload_mint_mismatch", "unsupported_payment"],
    ["invalid_exact_evm_network_mismatch", "unsupported_payment"],
    ["invalid_exact_svm_transaction_simulation_failed", "payment_rejected"],
    ["something_new", "payment_rejected"],
  ])("%s amounts to %s", (code, reason) => {
    expect(reasonFor(code)).toBe(reason);
  });

  it("recognise a payment that the chain has seen", () => {
    expect(isAlreadyUsed("invalid_exact_evm_nonce_already_used", "")).toBe(true);
    expect(isAlreadyUsed("duplicate_settlement", "")).toBe(true);
    expect(isAlreadyUsed("invalid_exact_svm_transaction_simulation_failed", '"AlreadyProcessed"')).toBe(true);
    expect(isAlreadyUsed("invalid_exact_svm_transaction_simulation_failed", '"BlockhashNotFound"')).toBe(
      false,
    );
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
