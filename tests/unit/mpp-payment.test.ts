import {
  AccountRole,
  address,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64Decoder,
  getBase64Encoder,
  getProgramDerivedAddress,
  type Instruction,
} from "@solana/kit";
import { describe, expect, it } from "vitest";
import { baseUnits } from "@/lib/catalog/money";
import { messageHashOf } from "@/lib/chains/solana-transaction";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { mppChallenge, type MppChallenge } from "@/lib/payments/rails/mpp/challenge";
import { readMppPayment, type MppSeller } from "@/lib/payments/rails/mpp/mpp-payment";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
import { chargeOf, credential, memo, signedMppTransfer, type MppTransferOptions } from "../support/mpp";
import { computeLimit, computePrice, MERCHANT, PRICE, unknownInstruction } from "../support/payments";
import { scriptedNode } from "../support/scripted-node";

const SELLER: MppSeller = {
  secrets: ["a secret of at least thirty-two characters"],
  realm: "api.example.com",
  merchant: MERCHANT,
  price: PRICE,
  rpcUrls: [],
};

async function challenge(made: Partial<MppSeller> = {}, now = new Date()): Promise<MppChallenge> {
  const { secrets, realm, merchant, price } = { ...SELLER, ...made };
  const challenge = await mppChallenge(secrets[0] ?? "", realm, "/api/x", merchant, price, now);
  if (challenge === null) throw new Error("the merchant receives on Solana");
  return challenge;
}

interface Case {
  /** How the transfer is made. */
  transfer?: MppTransferOptions;
  /** What the challenge was made of, where that differs from what is sold now. */
  made?: Partial<MppSeller>;
  at?: Date;
}

/** What is wrong with a pull, or null. */
async function objection({ transfer, made, at = new Date() }: Case): Promise<string | null> {
  const given = await challenge(made);
  const { transaction } = await signedMppTransfer(chargeOf(given), transfer);
  try {
    const payment = await readMppPayment(credential(given, { type: "transaction", transaction }), SELLER);
    return payment.objection(at, 0)?.reason ?? null;
  } catch (error) {
    if (error instanceof PaymentRefused) return error.reason;
    throw error;
  }
}

/** The idempotent creation of the recipient's account, which one official client puts before the transfer. */
async function createAccount(): Promise<Instruction> {
  return {
    programAddress: address("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"),
    accounts: [{ address: address(MERCHANT.solanaPayTo ?? ""), role: AccountRole.READONLY }],
    data: new Uint8Array([1]),
  };
}

describe("a transaction that is handed over by MPP", () => {
  it("is taken as the official clients make it: either order of the compute budget, any version, memo last", async () => {
    expect(await objection({})).toBeNull();
    expect(await objection({ transfer: { version: "legacy" } })).toBeNull();
    expect(await objection({ transfer: { before: [computeLimit, computePrice] } })).toBeNull();
    expect(await objection({ transfer: { before: [] } })).toBeNull();
    const opened = [computePrice, computeLimit, await createAccount()];
    expect(await objection({ transfer: { before: opened } })).toBeNull();
  });

  it("has the key and evidence of every Solana payment, the challenge's id for its proof, and its route", async () => {
    const given = await challenge();
    const { transaction, id, payer } = await signedMppTransfer(chargeOf(given));
    const payment = await readMppPayment(credential(given, { type: "transaction", transaction }), SELLER);
    const hash = await messageHashOf(transaction);
    expect(payment).toMatchObject({
      rail: "mpp-solana",
      key: `${MERCHANT.networks.solana.id}:${hash}`.toLowerCase(),
      payer: payer.address,
      amount: String(PRICE),
      replay: given.id,
      resource: "https://api.example.com/api/x",
      identifier: null,
      transaction: id,
      pushed: false,
      evidence: {
        messageHash: hash,
        tokenAccount: await tokenAccountOf(payer.address, MERCHANT.networks.solana.usdc),
        transaction: id,
      },
    });
    expect(payment.wire).toBe(transaction);
  });

  it("must carry the challenge's externalId in its one memo: anything else pays for something else", async () => {
    const given = await challenge();
    const { externalId } = chargeOf(given);
    for (const after of [
      [],
      [memo("order 7")],
      [memo(`${externalId} `)],
      [memo(`\uFEFF${externalId}`)],
      [memo(externalId), memo(externalId)],
      [memo(externalId), memo("order 7")],
    ]) {
      const { transaction } = await signedMppTransfer(chargeOf(given), { after });
      const payment = await readMppPayment(credential(given, { type: "transaction", transaction }), SELLER);
      expect(payment.objection(new Date(), 0)?.reason).toBe("payment_rejected");
    }
    const other = await challenge();
    const { transaction } = await signedMppTransfer(chargeOf(other));
    const payment = await readMppPayment(credential(given, { type: "transaction", transaction }), SELLER);
    expect(payment.objection(new Date(), 0)?.reason).toBe("payment_rejected");
  });

  it("is refused by what it really moves", async () => {
    const other = (await generateKeyPairSigner()).address;
    expect(await objection({ transfer: { amount: 1n } })).toBe("wrong_amount");
    expect(await objection({ transfer: { amount: BigInt(PRICE) + 1n } })).toBe("wrong_amount");
    expect(await objection({ transfer: { payTo: other } })).toBe("wrong_recipient");
    expect(await objection({ transfer: { mint: other } })).toBe("unsupported_payment");
    expect(await objection({ transfer: { source: other } })).toBe("unsupported_payment");
  });

  it("is refused with anything besides its one transfer", async () => {
    const account = { address: address(MERCHANT.solanaPayTo ?? ""), role: AccountRole.WRITABLE };
    const second: Instruction = {
      programAddress: address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"),
      accounts: [account, account, account, account],
      data: new Uint8Array([12, 1, 0, 0, 0, 0, 0, 0, 0, 6]),
    };
    expect(await objection({ transfer: { before: [second] } })).toBe("unsupported_payment");
    expect(await objection({ transfer: { after: [second] } })).toBe("unsupported_payment");
    expect(await objection({ transfer: { before: [unknownInstruction] } })).toBe("unsupported_payment");
    expect(await objection({ transfer: { after: [unknownInstruction] } })).toBe("unsupported_payment");
    const create = { ...(await createAccount()), data: new Uint8Array([0]) };
    expect(await objection({ transfer: { before: [create] } })).toBe("unsupported_payment");
  });

  it("must be signed in full by its payer, who pays the fee", async () => {
    const other = (await generateKeyPairSigner()).address;
    expect(await objection({ transfer: { feePayer: other } })).toBe("unsupported_payment");

    const given = await challenge();
    const { transaction } = await signedMppTransfer(chargeOf(given));
    const read = async (bytes: Uint8Array) => {
      const broken = getBase64Decoder().decode(bytes);
      return readMppPayment(credential(given, { type: "transaction", transaction: broken }), SELLER);
    };
    const bytes = Uint8Array.from(getBase64Encoder().encode(transaction));
    const unsigned = await read(Uint8Array.from(bytes).fill(0, 1, 65));
    expect(unsigned.objection(new Date(), 0)?.reason).toBe("invalid_signature");
    const forged = Uint8Array.from(bytes);
    forged[10] = (forged[10] ?? 0) ^ 1;
    expect((await read(forged)).objection(new Date(), 0)?.reason).toBe("invalid_signature");
    // Whatever stands for the signature, the message is the same payment.
    expect(unsigned.key).toBe((await read(bytes)).key);
  });

  it("is refused, not failed at, when its payer is no key at all", async () => {
    const given = await challenge();
    const { transaction, payer } = await signedMppTransfer(chargeOf(given));
    const [account] = await getProgramDerivedAddress({
      programAddress: address("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"),
      seeds: ["no key"],
    });
    const wire = Buffer.from(transaction, "base64");
    const from = Buffer.from(getAddressEncoder().encode(payer.address));
    Buffer.from(getAddressEncoder().encode(account)).copy(wire, wire.indexOf(from));
    const payload = { type: "transaction", transaction: wire.toString("base64") };
    const payment = await readMppPayment(credential(given, payload), SELLER);
    expect(payment.objection(new Date(), 0)).not.toBeNull();
  });

  it("must pay a challenge that still holds: its price, asset, recipient, service and time", async () => {
    expect(await objection({ made: { price: baseUnits(PRICE - 1) } })).toBe("wrong_amount");
    const elsewhere = { ...MERCHANT, solanaPayTo: (await generateKeyPairSigner()).address };
    expect(await objection({ made: { merchant: elsewhere } })).toBe("wrong_recipient");
    const mint = { ...MERCHANT.networks.solana, usdc: (await generateKeyPairSigner()).address };
    const networks = { ...MERCHANT.networks, solana: mint };
    expect(await objection({ made: { merchant: { ...MERCHANT, networks } } })).toBe("unsupported_payment");
    expect(await objection({ made: { realm: "other.example.com" } })).toBe("wrong_resource");
    expect(await objection({ made: { secrets: ["another secret of thirty-two characters"] } })).toBe(
      "payment_rejected",
    );
    expect(await objection({ at: new Date(Date.now() + 59_000) })).toBeNull();
    expect(await objection({ at: new Date(Date.now() + 61_000) })).toBe("expired");
  });

  it("is not taken where MPP is not offered", async () => {
    const header = credential({}, {});
    const refused = { reason: "unsupported_payment" };
    await expect(readMppPayment(header, { ...SELLER, secrets: [] })).rejects.toMatchObject(refused);
    const merchant = { ...MERCHANT, solanaPayTo: undefined };
    await expect(readMppPayment(header, { ...SELLER, merchant })).rejects.toMatchObject(refused);
  });
});

describe("a transaction that its payer has sent himself", () => {
  const MADE_AT = new Date("2026-01-02T03:04:05.000Z");
  const EXPIRES = MADE_AT.getTime() + 60_000;
  const LAST = EXPIRES + 150_000;

  async function pushed(landedAt: number, { transfer, made }: Case = {}) {
    const given = await challenge(made, MADE_AT);
    const { transaction, id } = await signedMppTransfer(chargeOf(given), transfer);
    const found = { transaction: [transaction, "base64"], meta: { err: null }, blockTime: landedAt / 1000 };
    const rpcUrl = await scriptedNode({ getTransaction: ([asked]) => (asked === id ? found : null) });
    const payment = await readMppPayment(credential(given, { type: "signature", signature: id }), {
      ...SELLER,
      rpcUrls: [rpcUrl],
    });
    return { payment, transaction, reason: payment.objection(new Date(), 0)?.reason ?? null };
  }

  it("is the same payment as the one that is handed over", async () => {
    const { payment, transaction, reason } = await pushed(EXPIRES - 10_000);
    expect(reason).toBeNull();
    expect(payment.pushed).toBe(true);
    expect(payment.wire).toBe(transaction);
    expect(payment.key).toBe(
      `${MERCHANT.networks.solana.id}:${await messageHashOf(transaction)}`.toLowerCase(),
    );
  });

  it("is not too late for being shown late, and keeps the price that it was given when it landed in time", async () => {
    const cheaper = { price: baseUnits(PRICE - 1) };
    for (const landedAt of [MADE_AT.getTime(), EXPIRES, LAST]) {
      expect((await pushed(landedAt)).reason).toBeNull();
      const { payment, reason } = await pushed(landedAt, { made: cheaper });
      expect(reason).toBeNull();
      expect(payment.amount).toBe(String(PRICE - 1));
    }
    expect((await pushed(LAST + 1_000)).reason).toBeNull();
    expect((await pushed(LAST + 1_000, { made: cheaper })).reason).toBe("wrong_amount");
  });

  it("is refused by its memo and by what it moved, like any other", async () => {
    expect((await pushed(EXPIRES, { transfer: { after: [] } })).reason).toBe("payment_rejected");
    expect((await pushed(EXPIRES, { transfer: { after: [memo("order 7")] } })).reason).toBe(
      "payment_rejected",
    );
    expect((await pushed(EXPIRES, { transfer: { amount: 1n } })).reason).toBe("wrong_amount");
    expect((await pushed(EXPIRES, { made: { realm: "other.example.com" } })).reason).toBe("wrong_resource");
  });
});
