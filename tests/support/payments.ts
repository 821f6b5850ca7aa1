import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Address,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit";
import { getTransferCheckedInstruction } from "@solana-program/token";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { baseUnits } from "@/lib/catalog/money";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { NETWORKS } from "@/lib/chains/networks";
import type { TokenSale } from "@/lib/payments/token/sale";
import { evmRequirement, solanaRequirement, type Merchant } from "@/lib/payments/challenge/offers";

export const PRICE = baseUnits(20_000);

export const MERCHANT: Merchant = {
  networks: NETWORKS.testnet,
  evmPayTo: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  solanaPayTo: "4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw",
};

export const FEE_PAYER = "6Q9T7V8yBk1GkJmXcY5wq7JvX2m6n1i5a5tF5Zs2kGqd";

/** A sale in the own token: a long name and an amount of many digits, so that the header is as large as it gets. */
export const TOKEN_SALE: TokenSale = {
  token: {
    mint: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1EtWTRABZaYq6",
    program: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    symbol: "TCX",
    decimals: 9,
    treasury: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
    secrets: ["a secret of quotes with thirty-two characters"],
    merchants: [{ id: "a-merchant-of-twenty", status: "live" }],
    pool: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
  },
  price: 100_000_000_000n,
  merchantId: "a-merchant-of-twenty",
};

const made = <T>(offer: T | null): T => {
  if (offer === null) throw new Error("the merchant receives on this chain");
  return offer;
};

export const EVM_OFFER: PaymentRequirements = made(evmRequirement(MERCHANT, PRICE));
export const solanaOffer = (feePayer: string): PaymentRequirements =>
  made(solanaRequirement(MERCHANT, PRICE, feePayer));

/** A payment for Base, signed by the official client with a fresh wallet. */
export async function signedEvmPayment(offer: PaymentRequirements = EVM_OFFER): Promise<PaymentPayload> {
  const client = new x402Client().register(
    NETWORKS.testnet.evm.id,
    new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())),
  );
  return client.createPaymentPayload({
    x402Version: 2,
    resource: { url: "http://127.0.0.1/api/x" },
    accepts: [offer],
  });
}

const COMPUTE_BUDGET = address("ComputeBudget111111111111111111111111111111");
export const MEMO = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

export const computeLimit: Instruction = {
  programAddress: COMPUTE_BUDGET,
  data: new Uint8Array([2, 64, 156, 0, 0]),
};
export const computePrice: Instruction = {
  programAddress: COMPUTE_BUDGET,
  data: new Uint8Array([3, 1, 0, 0, 0, 0, 0, 0, 0]),
};

export interface TransferOptions {
  payTo?: string;
  mint?: string;
  amount?: bigint;
  feePayer?: Address;
  before?: readonly Instruction[];
  after?: readonly Instruction[];
}

/** A USDC transfer in the form that x402 clients sign, without a chain: any part can be made wrong. */
export async function signedTransfer(
  options: TransferOptions = {},
): Promise<{ transaction: string; payer: KeyPairSigner }> {
  const payer = await generateKeyPairSigner();
  const mint = options.mint ?? NETWORKS.testnet.solana.usdc;
  const transfer = getTransferCheckedInstruction({
    source: address(await tokenAccountOf(payer.address, mint)),
    mint: address(mint),
    destination: address(await tokenAccountOf(options.payTo ?? MERCHANT.solanaPayTo ?? "", mint)),
    authority: payer,
    amount: options.amount ?? BigInt(PRICE),
    decimals: 6,
  });
  const memo: Instruction = { programAddress: MEMO, accounts: [], data: new TextEncoder().encode("memo") };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayer(options.feePayer ?? address(FEE_PAYER), m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(FEE_PAYER), lastValidBlockHeight: 1n },
        m,
      ),
    (m) =>
      appendTransactionMessageInstructions(
        [...(options.before ?? [computeLimit, computePrice]), transfer, ...(options.after ?? [memo])],
        m,
      ),
  );
  return {
    transaction: getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message)),
    payer,
  };
}

export const unknownInstruction: Instruction = {
  programAddress: address("11111111111111111111111111111111"),
  accounts: [{ address: address(FEE_PAYER), role: AccountRole.WRITABLE }],
  data: new Uint8Array([4, 0, 0, 0]),
};
