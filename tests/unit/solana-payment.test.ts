import { address, generateKeyPairSigner, getBase64Decoder, getBase64Encoder } from "@solana/kit";
import { decodeTransactionFromPayload, transactionMessageHash } from "@x402/svm";
import type { PaymentPayload } from "@x402/core/types";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTransfer, tokenAccountOf } from "@/lib/payments/chain/solana-transfer";
import { NETWORKS } from "@/lib/payments/rails/networks";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
import { readSolanaPayment } from "@/lib/payments/rails/x402/solana-payment";
import {
  FEE_PAYER,
  MEMO,
  MERCHANT,
  signedTransfer,
  solanaOffer,
  unknownInstruction,
  type TransferOptions,
} from "../support/payments";

const payloadOf = (transaction: string): PaymentPayload => ({
  x402Version: 2,
  accepted: solanaOffer(FEE_PAYER),
  payload: { transaction },
});

async function read(payload: PaymentPayload) {
  const account = await tokenAccountOf(MERCHANT.solanaPayTo ?? "", NETWORKS.testnet.solana.usdc);
  return readSolanaPayment(payload, solanaOffer, account);
}

const outcome = async (options: TransferOptions): Promise<string | null> => {
  const { transaction } = await signedTransfer(options);
  try {
    return (await read(payloadOf(transaction))).objection(new Date(), 0)?.reason ?? null;
  } catch (error) {
    if (error instanceof PaymentRefused) return error.reason;
    throw error;
  }
};

describe("a payment on Solana", () => {
  it("is taken in the form that x402 clients sign", async () => {
    expect(await outcome({})).toBeNull();
  });

  it("is known by the hash of its message, as the official package computes it, whichever fee payer signs", async () => {
    const { transaction, payer } = await signedTransfer();
    const payment = await read(payloadOf(transaction));
    const official = transactionMessageHash(decodeTransactionFromPayload({ transaction }));
    const hex = Buffer.from(official, "base64").toString("hex");
    expect(payment.key).toBe(`${NETWORKS.testnet.solana.id}:${hex}`.toLowerCase());
    expect(payment.payer).toBe(payer.address);

    const bytes = Uint8Array.from(getBase64Encoder().encode(transaction));
    bytes.fill(7, 1, 65); // the fee payer's signature, which anyone can overwrite
    const malleated = getBase64Decoder().decode(bytes);
    expect((await read(payloadOf(malleated))).key).toBe(payment.key);
  });

  it("has one encoding: bytes behind it would be another key for the same transfer", async () => {
    const { transaction } = await signedTransfer();
    const bytes = Uint8Array.from(getBase64Encoder().encode(transaction));
    const longer = getBase64Decoder().decode(Uint8Array.from([...bytes, 0]));
    await expect(read(payloadOf(longer))).rejects.toMatchObject({ reason: "malformed_payment" });
  });

  it("is refused by what it really moves", async () => {
    const other = (await generateKeyPairSigner()).address;
    expect(await outcome({ amount: 1n })).toBe("wrong_amount");
    expect(await outcome({ payTo: other })).toBe("wrong_recipient");
    expect(await outcome({ mint: NETWORKS.mainnet.solana.usdc })).toBe("unsupported_payment");
  });

  it("is refused with other instructions, in another order, or with too many", async () => {
    expect(await outcome({ after: [unknownInstruction] })).toBe("unsupported_payment");
    expect(await outcome({ before: [] })).toBe("unsupported_payment");
    const memo = { programAddress: MEMO, data: new Uint8Array([65]) };
    expect(await outcome({ after: [memo, memo, memo, memo] })).toBeNull();
    expect(await outcome({ after: [memo, memo, memo, memo, memo] })).toBe("unsupported_payment");
  });

  it("is offered for the fee payer that the transaction names", async () => {
    const other = (await generateKeyPairSigner()).address;
    const { transaction } = await signedTransfer({ feePayer: address(other) });
    const payment = await read(payloadOf(transaction));
    expect(payment.feePayer).toBe(other);
    expect(payment.requirement.extra).toEqual({ feePayer: other, transactionVersions: [0] });
  });

  it("is malformed when its bytes are not a transaction, and nothing else can happen", async () => {
    const { transaction } = await signedTransfer();
    const bytes = Uint8Array.from(getBase64Encoder().encode(transaction));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 4 }),
        fc.nat(bytes.length),
        (changes, cut) => {
          const broken = Uint8Array.from(bytes);
          for (const [index, value] of changes) broken[index] = value;
          try {
            readTransfer(getBase64Decoder().decode(broken.slice(0, cut)));
          } catch (error) {
            expect(error).toBeInstanceOf(PaymentRefused);
          }
        },
      ),
    );
  });
});
