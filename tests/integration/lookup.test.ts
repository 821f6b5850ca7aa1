import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { encodeFunctionData, multicall3Abi, parseAbi, type Address, type Hex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newWallet } from "@/sandbox/chains/evm/client";
import { MULTICALL3_ADDRESS } from "@/sandbox/chains/evm/network";
import { lookupEvm } from "@/lib/chains/evm-lookup";
import { lookupSolana } from "@/lib/chains/solana-lookup";
import { rpcClient } from "@/lib/chains/json-rpc";
import { messageHashOf } from "@/lib/chains/solana-transaction";
import { readTransfer } from "@/lib/payments/rails/solana-transfer";
import { sentAt } from "@/lib/payments/settlement";
import {
  cancelAuthorization,
  evmAddress,
  evmPayer,
  evmRequirements,
  nonceOf,
  solanaPayer,
  solanaRequirements,
  solanaSeller,
  startWorld,
  transactionOf,
  type World,
} from "./chains-support";

const AMOUNT = 20_000n;
/** Nobody has looked before, and nobody will go on. */
const ONCE = { trail: {}, leave: () => undefined };
const TRANSFER_WITH_AUTHORIZATION = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);

interface Authorization {
  from: Address;
  to: Address;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: Hex;
}

let world: World;
beforeAll(async () => {
  world = await startWorld({ finalizeMs: 200 });
});
afterAll(() => world.close());

/** Settles as a facilitator does; resolves to the transaction. */
async function settle(payload: PaymentPayload, requirement: PaymentRequirements): Promise<string> {
  const response = await fetch(`${world.primary.url}/settle`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements: requirement }),
  });
  const { success, transaction } = (await response.json()) as { success: boolean; transaction: string }; // x402's SettleResponse
  expect(success).toBe(true);
  return transaction;
}

describe("what became of a payment on Base", () => {
  async function payment(seller = evmAddress()) {
    const payer = await evmPayer(world.evm, AMOUNT * 3n);
    const requirement = evmRequirements(world.evm, seller, AMOUNT);
    const payload = await payer.sign(requirement);
    const authorization = payload.payload["authorization"] as { validBefore: string }; // the official client's EIP-3009 form
    const evidence = {
      from: payer.account.address,
      to: seller,
      value: String(AMOUNT),
      asset: world.evm.usdc,
      nonce: nonceOf(payload),
      validBefore: authorization.validBefore,
    };
    return { payer, payload, requirement, evidence };
  }
  const ask = (evidence: Awaited<ReturnType<typeof payment>>["evidence"], since = Date.now()) =>
    lookupEvm(rpcClient(world.evm.rpcUrl), evidence, sentAt(since));

  it("is open while it can still be used", async () => {
    const { evidence } = await payment();
    expect(await ask(evidence)).toMatchObject({ kind: "open" });
  });

  it("is moved by the transaction that holds both its use and the transfer to us", async () => {
    const { payload, requirement, evidence } = await payment();
    const transaction = await settle(payload, requirement);
    expect(await ask(evidence)).toMatchObject({ kind: "moved", transaction });
  });

  it("is not moved to us when the same authorization paid somebody else or another amount", async () => {
    const { payload, requirement, evidence } = await payment();
    await settle(payload, requirement);
    expect(await ask({ ...evidence, to: evmAddress() })).toMatchObject({ kind: "unmoved" });
    expect(await ask({ ...evidence, value: "1" })).toMatchObject({ kind: "unmoved" });
  });

  it("is proved by its own transfer only, not by another one in the same transaction", async () => {
    const seller = evmAddress();
    const ours = await payment(seller);
    const foreign = await payment(evmAddress());
    const call = (authorized: Awaited<ReturnType<typeof payment>>) => {
      const { authorization, signature } = authorized.payload.payload as {
        authorization: Authorization;
        signature: Hex;
      }; // the official client's EIP-3009 form
      const { from, to, value, validAfter, validBefore, nonce } = authorization;
      return encodeFunctionData({
        abi: TRANSFER_WITH_AUTHORIZATION,
        args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature],
      });
    };
    const wallet = await newWallet(world.evm);
    const hash = await wallet.writeContract({
      address: MULTICALL3_ADDRESS,
      abi: multicall3Abi,
      functionName: "aggregate3",
      args: [
        [ours, foreign].map((one) => ({ target: world.evm.usdc, allowFailure: false, callData: call(one) })),
      ],
    });
    await wallet.waitForTransactionReceipt({ hash });
    expect(await ask(ours.evidence)).toMatchObject({ kind: "moved", transaction: hash });
    // The second one's nonce was used there too, and the transaction pays us the price: but not by that authorization.
    expect(await ask({ ...foreign.evidence, to: seller })).toMatchObject({ kind: "unmoved" });
  });

  it("is unmoved when its payer cancelled it, although its state on chain says used", async () => {
    const { payer, evidence } = await payment();
    await cancelAuthorization(world.evm, payer, evidence.nonce);
    expect(await ask(evidence)).toEqual({
      kind: "unmoved",
      why: "the authorization was cancelled",
      byPayer: true,
    });
  });

  it("is unmoved once the chain's time is past it, unused", async () => {
    const { evidence } = await payment();
    expect(await ask({ ...evidence, validBefore: String(Math.floor(Date.now() / 1000) - 30) })).toMatchObject(
      { kind: "unmoved" },
    );
  });

  it("is not known while the chain can't be asked", async () => {
    const { evidence } = await payment();
    await expect(lookupEvm(rpcClient("http://127.0.0.1:9"), evidence, sentAt(Date.now()))).rejects.toThrow();
  });
});

describe("what became of a payment on Solana", () => {
  async function payment() {
    const payer = await solanaPayer(world.solana, AMOUNT * 3n);
    const seller = await solanaSeller(world.solana);
    const requirement = solanaRequirements(world.solana, seller.address, AMOUNT, world.primary.feePayer);
    const payload = await payer.sign(requirement);
    const transaction = transactionOf(payload);
    const evidence = {
      messageHash: await messageHashOf(transaction),
      tokenAccount: String(payer.tokenAccount),
      blockhash: readTransfer(transaction).blockhash,
    };
    return { payload, requirement, evidence };
  }
  const ask = (evidence: Awaited<ReturnType<typeof payment>>["evidence"], since = Date.now()) =>
    lookupSolana(rpcClient(world.solana.rpcUrl), evidence, sentAt(since), ONCE);

  it("is open while its blockhash lives, also right after it was signed", async () => {
    const { evidence } = await payment();
    expect(await ask(evidence)).toMatchObject({ kind: "open" });
  });

  it("is moved by the transaction of its message, whose id the facilitator's signature is", async () => {
    const { payload, requirement, evidence } = await payment();
    const transaction = await settle(payload, requirement);
    expect(await ask(evidence)).toMatchObject({ kind: "moved", transaction });
  });

  it("is found among the payer's other transactions", async () => {
    const first = await payment();
    await settle(first.payload, first.requirement);
    const second = await payment();
    expect(await ask({ ...second.evidence, tokenAccount: first.evidence.tokenAccount })).toMatchObject({
      kind: "open",
    });
  });

  it("is unmoved only when its blockhash has run out and the finalized chain does not hold it", async () => {
    const { evidence } = await payment();
    const late = await payment();
    const landed = await settle(late.payload, late.requirement);
    world.solana.advance(150 * 400 + 20_000);
    expect(await ask(evidence, Date.now())).toMatchObject({ kind: "unmoved" });
    expect(await ask(late.evidence, Date.now() - 100_000)).toMatchObject({
      kind: "moved",
      transaction: landed,
    });
  });

  it("is not known while the chain can't be asked", async () => {
    const { evidence } = await payment();
    await expect(
      lookupSolana(rpcClient("http://127.0.0.1:9"), evidence, sentAt(Date.now()), ONCE),
    ).rejects.toThrow();
  });
});
