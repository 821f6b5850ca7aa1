import { address, generateKeyPairSigner, getBase64Decoder, getBase64Encoder } from "@solana/kit";
import { decodeTransactionFromPayload, transactionMessageHash } from "@x402/svm";
import type { PaymentPayload } from "@x402/core/types";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { V1_TRANSFER } from "../fixtures/solana-v1";
import { readTransfer } from "@/lib/payments/rails/solana-transfer";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { NETWORKS } from "@/lib/chains/networks";
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

const MOST = 100_000n;
async function read(payload: PaymentPayload, mostOf: (feePayer: string) => bigint = () => MOST) {
  const account = await tokenAccountOf(MERCHANT.solanaPayTo ?? "", NETWORKS.testnet.solana.usdc);
  return readSolanaPayment(payload, solanaOffer, account, mostOf);
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

  it("may cost the facilitator's account so much of priority fee, and is refused with both numbers beyond", async () => {
    const setting = (units: number, price: bigint) => {
      const [limit, unit] = [new DataView(new ArrayBuffer(5)), new DataView(new ArrayBuffer(9))];
      limit.setUint8(0, 2);
      limit.setUint32(1, units, true);
      unit.setUint8(0, 3);
      unit.setBigUint64(1, price, true);
      return [limit, unit].map(({ buffer }) => ({
        ...{ programAddress: address("ComputeBudget111111111111111111111111111111") },
        data: new Uint8Array(buffer),
      }));
    };
    const objectionTo = async (units: number, price: bigint, mostOf?: (feePayer: string) => bigint) => {
      const { transaction } = await signedTransfer({ before: setting(units, price) });
      return (await read(payloadOf(transaction), mostOf)).objection(new Date(), 0);
    };
    expect(await objectionTo(1_400_000, 5_000_000n)).toEqual({
      reason: "unsupported_payment",
      message:
        "The transaction has its fee payer pay 7000000 lamports of priority fee (1400000 compute units at 5000000 micro-lamports); 100000 are paid at most. Sign a lower limit or price.",
    });
    expect(await objectionTo(20_000, 5_000_000n)).toBeNull(); // just as much as is paid
    expect(await objectionTo(20_000, 5_000_001n)).not.toBeNull();
    expect(await objectionTo(4_000_000_000, 5_000_000n)).not.toBeNull(); // counted as the chain counts it
    expect(await objectionTo(1_400_000, 1n)).toBeNull();
    const mostOf = (feePayer: string) => (feePayer === FEE_PAYER ? 7_000_000n : 0n);
    expect(await objectionTo(1_400_000, 5_000_000n, mostOf)).toBeNull();
  });

  it("is refused by its version before its length is looked at", async () => {
    const long = Buffer.concat([Buffer.from([0x81]), Buffer.alloc(4_000)]).toString("base64");
    await expect(read(payloadOf(long))).rejects.toMatchObject({ reason: "unsupported_transaction_version" });
    await expect(read(payloadOf(V1_TRANSFER.wire))).rejects.toMatchObject({
      reason: "unsupported_transaction_version",
    });
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
