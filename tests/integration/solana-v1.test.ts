import type { KeyPairSigner } from "@solana/kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaseUnits } from "@/lib/catalog/money";
import { rpcClient } from "@/lib/chains/json-rpc";
import { lookupSolana } from "@/lib/chains/solana-lookup";
import { solanaMoves } from "@/lib/chains/solana-moved";
import { messageHashOf } from "@/lib/chains/solana-transaction";
import { readTransfer } from "@/lib/payments/rails/solana-transfer";
import { LandedOtherwise } from "@/lib/payments/outcome/reasons";
import { mppChallenge } from "@/lib/payments/rails/mpp/challenge";
import { type MppSeller, readMppPayment } from "@/lib/payments/rails/mpp/mpp-payment";
import { NETWORKS } from "@/lib/chains/networks";
import { sentAt } from "@/lib/payments/settlement";
import { chargeOf, credential } from "../support/mpp";
import { v1Transfer } from "../support/v1-transaction";
import {
  solanaPayer,
  solanaRequirements,
  solanaSeller,
  startWorld,
  transactionOf,
  type World,
} from "./chains-support";

const AMOUNT = 20_000n;

let world: World;
beforeAll(async () => {
  world = await startWorld({ finalizeMs: 200 });
});
afterAll(() => world.close());

const node = () => rpcClient(world.solana.rpcUrl);

async function newPayer(usdc = AMOUNT * 10n) {
  const payer = await solanaPayer(world.solana, usdc);
  await world.solana.airdrop(payer.signer.address, 100_000_000n);
  return payer;
}
interface Sent {
  signer: KeyPairSigner;
  tokenAccount: string;
}

/** Lands a transfer of a version that the sandbox's virtual machine does not know; by the control that anybody can post to. */
async function land(
  { signer, tokenAccount: source }: Sent,
  destination: string,
  { amount = AMOUNT, version = 1, memo = `gift ${crypto.randomUUID()}` } = {},
): Promise<string> {
  const latest = await node()("getLatestBlockhash", [{ commitment: "confirmed" }]);
  const { blockhash } = (latest as { value: { blockhash: string } }).value; // the node's own form
  const terms = {
    payer: signer,
    blockhash,
    source,
    mint: world.solana.usdcMint,
    destination,
    amount,
    memo,
    version,
  };
  const response = await fetch(`${world.solana.rpcUrl}/land-v1`, {
    method: "POST",
    body: JSON.stringify({ transaction: (await v1Transfer(terms)).wire }),
  });
  const { signature } = (await response.json()) as { signature: string }; // the sandbox's answer
  expect(response.status).toBe(200);
  return signature;
}

describe("a payment that its payer has sent as a V1 transaction (MPP push)", () => {
  const seller = async (payTo: string): Promise<MppSeller> => ({
    secrets: ["a secret of at least thirty-two characters"],
    realm: "api.example.com",
    merchant: { networks: NETWORKS.testnet, evmPayTo: undefined, solanaPayTo: payTo },
    price: Number(AMOUNT) as BaseUnits,
    rpcUrls: [world.solana.rpcUrl],
  });
  async function push({ version = 1, amount = AMOUNT, memo = "" } = {}) {
    const [payer, ours] = [await newPayer(), await solanaSeller(world.solana)];
    const at = await seller(ours.address);
    const made = mppChallenge(at.secrets[0] ?? "", at.realm, "/api/x", at.merchant, at.price, new Date());
    if (made === null) throw new Error("the merchant receives on Solana");
    const sent = { version, amount, memo: memo || chargeOf(made).externalId };
    const signature = await land(payer, ours.tokenAccount, sent);
    const header = credential(made, { type: "signature", signature });
    return { signature, payer, read: () => readMppPayment(header, at) };
  }

  it("has moved money, and is taken by its memo and what it moved", async () => {
    const { read, signature, payer } = await push();
    const payment = await read();
    expect(payment).toMatchObject({
      transaction: signature,
      payer: payer.signer.address,
      pushed: true,
      stray: null,
    });
    expect(payment.objection(new Date(), 0)).toBeNull();
    const asked = { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 1 };
    const { transaction } = (await node()("getTransaction", [signature, asked])) as { transaction: [string] }; // the node's own form
    expect(payment.key).toBe(
      `${NETWORKS.testnet.solana.id}:${await messageHashOf(transaction[0])}`.toLowerCase(),
    );
  });

  it("is no other's: with another memo, or another amount, it is not served", async () => {
    const strange = await (await push({ memo: "another challenge" })).read();
    expect(strange.objection(new Date(), 0)).toMatchObject({ reason: "payment_rejected" });
    const less = await (await push({ amount: 1n })).read();
    expect(less.objection(new Date(), 0)).toMatchObject({ reason: "wrong_amount" });
  });

  it("of a version that is not read is told so, and is no outage", async () => {
    const read = (await push({ version: 2 })).read();
    await expect(read).rejects.toThrow(LandedOtherwise);
    await expect(read).rejects.toThrow(/version 2/);
  });
});

describe("an open payment among V1 transactions", () => {
  it("is found, or is known not to have moved, whatever versions its neighbours are of", async () => {
    const [payer, ours] = [await newPayer(), await solanaSeller(world.solana)];
    const offer = solanaRequirements(world.solana, ours.address, AMOUNT, world.primary.feePayer);
    const [paid, unpaid] = [await payer.sign(offer), await payer.sign(offer)];
    const gifts = async () => {
      for (const version of [1, 2]) await land(payer, ours.tokenAccount, { version, amount: 1n });
    };
    const evidenceOf = async (transaction: string) => ({
      messageHash: await messageHashOf(transaction),
      tokenAccount: String(payer.tokenAccount),
      blockhash: readTransfer(transaction).blockhash,
    });
    await gifts();
    const settled = await fetch(`${world.primary.url}/settle`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ x402Version: 2, paymentPayload: paid, paymentRequirements: offer }),
    });
    const { transaction } = (await settled.json()) as { transaction: string }; // x402's SettleResponse
    await gifts();
    const once = { trail: {}, leave: () => undefined };
    const look = async (signed: string, since = Date.now()) =>
      lookupSolana(node(), await evidenceOf(signed), sentAt(since), once);
    expect(await look(transactionOf(paid))).toMatchObject({ kind: "moved", transaction });
    expect(await look(transactionOf(unpaid))).toMatchObject({ kind: "open" });
    world.solana.advance(150 * 400 + 20_000);
    expect(await look(transactionOf(unpaid))).toMatchObject({ kind: "unmoved" });
    expect(await look(transactionOf(paid), Date.now() - 100_000)).toMatchObject({
      kind: "moved",
      transaction,
    });
  });
});

describe("dust of V1 at a wallet of ours", () => {
  it("is an arrival like any other, and keeps none behind it from being looked at", async () => {
    const [payer, ours] = [await newPayer(), await solanaSeller(world.solana)];
    const usdc = { id: world.solana.network, usdc: String(world.solana.usdcMint) };
    const moves = (signature: string) => solanaMoves(node(), usdc, signature);
    const sent: [version: number, amount: bigint][] = [
      [1, AMOUNT],
      [2, 1n],
      [1, 1n],
      [2, AMOUNT],
    ];
    const signatures: string[] = [];
    for (const [version, amount] of sent)
      signatures.unshift(await land(payer, ours.tokenAccount, { version, amount }));
    world.solana.advance(1_000); // they are final
    const query = [ours.tokenAccount, { commitment: "finalized" }];
    const listed = (await node()("getSignaturesForAddress", query)) as { signature: string }[]; // the node's own form
    expect(listed.map((one) => one.signature).slice(0, 4)).toEqual(signatures);
    const moved = await Promise.all(signatures.toReversed().map(moves));
    expect(moved.map((one) => one.kind === "landed" && one.gains.get(ours.address))).toEqual(
      sent.map(([, amount]) => amount),
    );
    expect(moved.map((one) => one.kind === "landed" && one.payments.length)).toEqual([1, 1, 1, 1]);
    const keys = moved.flatMap((one) => (one.kind === "landed" ? one.payments : [])).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
  });
});
