import {
  createSolanaRpc,
  devnet,
  generateKeyPairSigner,
  getBase64Encoder,
  getTransactionDecoder,
  signature,
  type Address,
} from "@solana/kit";
import { HTTPFacilitatorClient } from "@x402/core/server";
import type { PaymentPayload } from "@x402/core/types";
import { parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reader } from "@/sandbox/chains/evm/client";
import { usdcBalance } from "@/sandbox/chains/evm/usdc";
import type { Facilitator } from "@/sandbox/facilitator/facilitator";
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

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const client = ({ url }: Facilitator) => new HTTPFacilitatorClient({ url });
const settle = (facilitator: Facilitator, payment: PaymentPayload) =>
  client(facilitator).settle(payment, payment.accepted);
const verify = (facilitator: Facilitator, payment: PaymentPayload) =>
  client(facilitator).verify(payment, payment.accepted);

const rpc = () => createSolanaRpc(devnet(world.solana.rpcUrl));
const tokens = async (account: Address): Promise<bigint> =>
  BigInt((await rpc().getTokenAccountBalance(account, { commitment: "confirmed" }).send()).value.amount);

describe("a payment on the EVM chain", () => {
  it("moves exactly its amount once it was verified and settled", async () => {
    const payer = await evmPayer(world.evm, 1_000_000n);
    const seller = evmAddress();
    const payment = await payer.sign(evmRequirements(world.evm, seller, 20_001n));

    expect(await verify(world.primary, payment)).toMatchObject({
      isValid: true,
      payer: payer.account.address,
    });
    expect(await usdcBalance(world.evm, seller)).toBe(0n);

    const settled = await settle(world.primary, payment);
    expect(settled).toMatchObject({
      success: true,
      network: world.evm.network,
      payer: payer.account.address,
    });
    expect(settled.transaction).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await usdcBalance(world.evm, payer.account.address)).toBe(979_999n);
    expect(await usdcBalance(world.evm, seller)).toBe(20_001n);
  });

  it("is refused when it is settled a second time, by whichever facilitator", async () => {
    const payer = await evmPayer(world.evm, 1_000_000n);
    const seller = evmAddress();
    const payment = await payer.sign(evmRequirements(world.evm, seller, 10_000n));
    expect(await settle(world.primary, payment)).toMatchObject({ success: true });

    const used = "invalid_exact_evm_nonce_already_used";
    expect(await settle(world.primary, payment)).toMatchObject({ success: false, errorReason: used });
    expect(await settle(world.fallback, payment)).toMatchObject({ success: false, errorReason: used });
    expect(await verify(world.fallback, payment)).toMatchObject({ isValid: false, invalidReason: used });
    expect(await usdcBalance(world.evm, seller)).toBe(10_000n);
  });

  it("is refused with the reason when the payer holds too little or changed what was signed", async () => {
    const payer = await evmPayer(world.evm, 5n);
    const poor = await payer.sign(evmRequirements(world.evm, evmAddress(), 6n));
    expect(await verify(world.primary, poor)).toMatchObject({
      isValid: false,
      invalidReason: "invalid_exact_evm_insufficient_balance",
    });

    const honest = await payer.sign(evmRequirements(world.evm, evmAddress(), 5n));
    const changed = structuredClone(honest);
    Object.assign(changed.payload["authorization"] ?? {}, { validBefore: "9999999999" });
    expect(await verify(world.primary, changed)).toMatchObject({
      isValid: false,
      invalidReason: "invalid_exact_evm_signature",
    });
  });

  it("can be cancelled by its payer, and can't be settled afterwards", async () => {
    const payer = await evmPayer(world.evm, 1_000_000n);
    const seller = evmAddress();
    const payment = await payer.sign(evmRequirements(world.evm, seller, 10_000n));
    const nonce = nonceOf(payment);
    await cancelAuthorization(world.evm, payer, nonce);

    const abi = parseAbi([
      "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
    ]);
    const state = { address: world.evm.usdc, abi, functionName: "authorizationState" } as const;
    expect(await reader(world.evm).readContract({ ...state, args: [payer.account.address, nonce] })).toBe(
      true,
    );
    expect(await settle(world.primary, payment)).toMatchObject({ success: false, transaction: "" });
    expect(await usdcBalance(world.evm, seller)).toBe(0n);
  });

  it("settles once when 20 payments, each sent twice at the same time, arrive together", async () => {
    const seller = evmAddress();
    const payers = await Promise.all(Array.from({ length: 20 }, () => evmPayer(world.evm, 1_000n)));
    const payments = await Promise.all(
      payers.map((payer) => payer.sign(evmRequirements(world.evm, seller, 1_000n))),
    );
    const answers = await Promise.all(
      payments.flatMap((payment) => [settle(world.primary, payment), settle(world.fallback, payment)]),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(20);
    expect(await usdcBalance(world.evm, seller)).toBe(20_000n);
  });
});

describe("a payment on the Solana chain", () => {
  it("moves exactly its amount once it was verified and settled", async () => {
    const payer = await solanaPayer(world.solana, 1_000_000n);
    const seller = await solanaSeller(world.solana);
    const asked = solanaRequirements(world.solana, seller.address, 20_001n, world.primary.feePayer);
    const payment = await payer.sign(asked);

    expect(await verify(world.primary, payment)).toMatchObject({
      isValid: true,
      payer: payer.signer.address,
    });
    expect(await tokens(seller.tokenAccount)).toBe(0n);

    const settled = await settle(world.primary, payment);
    expect(settled).toMatchObject({ success: true, network: world.solana.network });
    expect(await tokens(payer.tokenAccount)).toBe(979_999n);
    expect(await tokens(seller.tokenAccount)).toBe(20_001n);
  });

  it("is refused by a facilitator whose fee payer it does not name", async () => {
    const payer = await solanaPayer(world.solana, 1_000_000n);
    const seller = await solanaSeller(world.solana);
    const payment = await payer.sign(
      solanaRequirements(world.solana, seller.address, 10_000n, world.primary.feePayer),
    );
    expect(world.primary.feePayer).not.toBe(world.fallback.feePayer);

    const reason = "invalid_exact_svm_fee_payer_not_managed_by_facilitator";
    expect(await verify(world.fallback, payment)).toMatchObject({ isValid: false, invalidReason: reason });
    expect(await settle(world.fallback, payment)).toMatchObject({ success: false, errorReason: reason });
    expect(await tokens(seller.tokenAccount)).toBe(0n);
  });

  it("is refused when it is settled a second time, and by a simulation too", async () => {
    const payer = await solanaPayer(world.solana, 1_000_000n);
    const seller = await solanaSeller(world.solana);
    const payment = await payer.sign(
      solanaRequirements(world.solana, seller.address, 10_000n, world.primary.feePayer),
    );
    expect(await settle(world.primary, payment)).toMatchObject({ success: true });
    expect(await settle(world.primary, payment)).toMatchObject({
      success: false,
      errorReason: "duplicate_settlement",
    });
    expect(await verify(world.primary, payment)).toMatchObject({
      isValid: false,
      invalidReason: "invalid_exact_svm_transaction_simulation_failed",
      invalidMessage: expect.stringContaining("AlreadyProcessed"),
    });
    expect(await tokens(seller.tokenAccount)).toBe(10_000n);
  });

  it("is refused when the seller has no token account", async () => {
    const payer = await solanaPayer(world.solana, 1_000_000n);
    const { address: seller } = await generateKeyPairSigner();
    const payment = await payer.sign(
      solanaRequirements(world.solana, seller, 10_000n, world.primary.feePayer),
    );
    expect(await verify(world.primary, payment)).toMatchObject({
      isValid: false,
      invalidReason: "invalid_exact_svm_transaction_simulation_failed",
      invalidMessage: expect.stringContaining("InvalidAccountData"),
    });
    expect(await settle(world.primary, payment)).toMatchObject({ success: false, transaction: "" });
    expect(await tokens(payer.tokenAccount)).toBe(1_000_000n);
  });

  it("is refused when its blockhash is too old", async () => {
    const payer = await solanaPayer(world.solana, 1_000_000n);
    const seller = await solanaSeller(world.solana);
    const asked = solanaRequirements(world.solana, seller.address, 10_000n, world.primary.feePayer);
    const payment = await payer.sign(asked);
    expect(await verify(world.primary, payment)).toMatchObject({ isValid: true });

    world.solana.advance(65_000);
    expect(await verify(world.primary, payment)).toMatchObject({
      isValid: false,
      invalidMessage: expect.stringContaining("BlockhashNotFound"),
    });
    expect(await settle(world.primary, payment)).toMatchObject({ success: false, transaction: "" });
    expect(await tokens(seller.tokenAccount)).toBe(0n);
    expect(await verify(world.primary, await payer.sign(asked))).toMatchObject({ isValid: true });
  });

  it("is found by the payer's token account, with the very message that was signed", async () => {
    const payer = await solanaPayer(world.solana, 1_000_000n);
    const seller = await solanaSeller(world.solana);
    const payment = await payer.sign(
      solanaRequirements(world.solana, seller.address, 12_345n, world.primary.feePayer),
    );
    const { transaction } = await settle(world.primary, payment);

    const page = await rpc().getSignaturesForAddress(payer.tokenAccount, { commitment: "confirmed" }).send();
    const [newest] = page;
    expect(newest).toMatchObject({ signature: transaction, err: null, confirmationStatus: "confirmed" });
    expect(page).toHaveLength(2); // and, before it, the faucet's

    const config = {
      commitment: "confirmed",
      encoding: "base64",
      maxSupportedTransactionVersion: 0,
    } as const;
    const found = await rpc().getTransaction(signature(transaction), config).send();
    const decode = (text: string) => getTransactionDecoder().decode(getBase64Encoder().encode(text));
    expect(decode(found?.transaction[0] ?? "").messageBytes).toEqual(
      decode(transactionOf(payment)).messageBytes,
    );
    expect(found?.meta?.err).toBeNull();
    expect(Number(found?.blockTime)).toBeGreaterThan(1_700_000_000);

    const change = (before: boolean, owner: string) => {
      const list = before ? found?.meta?.preTokenBalances : found?.meta?.postTokenBalances;
      return list?.find((balance) => balance.owner === owner)?.uiTokenAmount.amount;
    };
    expect([change(true, payer.signer.address), change(false, payer.signer.address)]).toEqual([
      "1000000",
      "987655",
    ]);
    expect([change(true, seller.address), change(false, seller.address)]).toEqual(["0", "12345"]);

    // The fee payer pays the fee and nothing else, so its balance says what the fee was.
    const { preBalances = [], postBalances = [], fee } = found?.meta ?? {};
    expect((preBalances[0] ?? 0n) - (postBalances[0] ?? 0n)).toBe(fee);
  });

  it("shows as a named transfer in jsonParsed", async () => {
    const payer = await solanaPayer(world.solana, 1_000_000n);
    const seller = await solanaSeller(world.solana);
    const payment = await payer.sign(
      solanaRequirements(world.solana, seller.address, 500_000n, world.primary.feePayer),
    );
    const { transaction } = await settle(world.primary, payment);
    const config = {
      commitment: "confirmed",
      encoding: "jsonParsed",
      maxSupportedTransactionVersion: 0,
    } as const;
    const found = await rpc().getTransaction(signature(transaction), config).send();
    const transfer = found?.transaction.message.instructions.find(
      (i) => "parsed" in i && i.program === "spl-token",
    );
    expect(transfer).toMatchObject({
      parsed: {
        type: "transferChecked",
        info: {
          source: payer.tokenAccount,
          destination: seller.tokenAccount,
          mint: world.solana.usdcMint,
          authority: payer.signer.address,
          tokenAmount: { amount: "500000", decimals: 6n, uiAmount: 0.5, uiAmountString: "0.5" },
        },
      },
    });
    expect(found?.transaction.message.accountKeys[0]).toMatchObject({
      pubkey: world.primary.feePayer,
      signer: true,
      writable: true,
    });
  });
});

describe("a facilitator that settles and keeps silent", () => {
  const abi = parseAbi(["function authorizationState(address a, bytes32 n) view returns (bool)"]);

  it("moved the money on both chains, though the client heard nothing", async () => {
    const onEvm = await evmPayer(world.evm, 1_000n);
    const onSolana = await solanaPayer(world.solana, 1_000n);
    const sellers = { evm: evmAddress(), solana: await solanaSeller(world.solana) };
    const evmPayment = await onEvm.sign(evmRequirements(world.evm, sellers.evm, 1_000n));
    const solanaPayment = await onSolana.sign(
      solanaRequirements(world.solana, sellers.solana.address, 1_000n, world.primary.feePayer),
    );

    world.primary.setFault({ kind: "silent-after-settle", cutAfterMs: 20 });
    try {
      await expect(settle(world.primary, evmPayment)).rejects.toThrow();
      await expect(settle(world.primary, solanaPayment)).rejects.toThrow();
    } finally {
      world.primary.setFault(null);
    }
    expect(await usdcBalance(world.evm, sellers.evm)).toBe(1_000n);
    expect(await tokens(sellers.solana.tokenAccount)).toBe(1_000n);
    const nonce = nonceOf(evmPayment);
    const state = { address: world.evm.usdc, abi, functionName: "authorizationState" } as const;
    expect(await reader(world.evm).readContract({ ...state, args: [onEvm.account.address, nonce] })).toBe(
      true,
    );
  });

  it("leaves the client waiting when no cut is set, until the client gives up", async () => {
    const payer = await evmPayer(world.evm, 1_000n);
    const seller = evmAddress();
    const payment = await payer.sign(evmRequirements(world.evm, seller, 1_000n));
    world.primary.setFault({ kind: "silent-after-settle" });
    try {
      const impatient = new HTTPFacilitatorClient({ url: world.primary.url, timeoutMs: 1_500 });
      await expect(impatient.settle(payment, payment.accepted)).rejects.toThrow(/tim/i);
    } finally {
      world.primary.setFault(null);
    }
    expect(await usdcBalance(world.evm, seller)).toBe(1_000n);
  });

  it("still answers a settlement that it refuses", async () => {
    const payer = await evmPayer(world.evm, 0n);
    const payment = await payer.sign(evmRequirements(world.evm, evmAddress(), 1_000n));
    world.primary.setFault({ kind: "silent-after-settle" });
    try {
      expect(await settle(world.primary, payment)).toMatchObject({ success: false });
    } finally {
      world.primary.setFault(null);
    }
  });
});
