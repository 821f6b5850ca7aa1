import { createKeyPairSignerFromBytes, getBase58Encoder } from "@solana/kit";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { x402HTTPClient, type PaymentRequired, type x402Client } from "@x402/fetch";
import { privateKeyToAddress } from "viem/accounts";
import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { evmBalance, solanaBalance } from "@/sandbox/balances";
import { evmClient, solanaClient } from "@/sandbox/clients";
import { fundEvm, fundSolana } from "@/sandbox/faucets";
import type { World } from "@/sandbox/world";
import { sendRequest, type LoadRequest } from "./load";

export const CHAINS = ["Base", "Solana"] as const;
export type Chain = (typeof CHAINS)[number];

/** A wallet on one chain, with the official client. */
export interface Payer {
  client: x402Client;
  /** USDC base units. */
  balance(): Promise<bigint>;
}

/** The sandbox's own wallet. */
export async function worldPayer(world: World, chain: Chain): Promise<Payer> {
  if (chain === "Base") {
    const address = privateKeyToAddress(world.evm.payerPrivateKey);
    return { client: evmClient(world), balance: () => evmBalance(world, address) };
  }
  const { address } = await createKeyPairSignerFromBytes(
    getBase58Encoder().encode(world.solana.payerSecretKey),
  );
  return { client: await solanaClient(world), balance: () => solanaBalance(world, address) };
}

/** A new wallet that holds `usdc` base units. */
export async function newPayer(world: World, chain: Chain, usdc: bigint): Promise<Payer> {
  if (chain === "Base") {
    const { address, privateKey } = newEvmWallet();
    await fundEvm(world.evm.rpcUrl, address, usdc);
    return worldPayer({ ...world, evm: { ...world.evm, payerPrivateKey: privateKey } }, chain);
  }
  const { address, secretKey } = await newSolanaWallet();
  await fundSolana(world.solana.rpcUrl, address, usdc);
  return worldPayer({ ...world, solana: { ...world.solana, payerSecretKey: secretKey } }, chain);
}

/** What the seller of the sandbox holds, in USDC base units. */
export const sellerBalance = (world: World, chain: Chain): Promise<bigint> =>
  chain === "Base" ? evmBalance(world, world.evm.payTo) : solanaBalance(world, world.solana.payTo);

/** What a server asks for. Throws when it does not answer with a challenge. */
export async function challengeOf(shot: LoadRequest): Promise<PaymentRequired> {
  const { status, rawHeaders } = await sendRequest(shot);
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && /^payment-required$/i.test(name));
  const header = rawHeaders[at + 1];
  if (at < 0 || header === undefined) throw new Error(`${shot.url} answered ${status} without a challenge`);
  return decodePaymentRequiredHeader(header);
}

/** So many payments of one challenge, each different, as headers to send. */
export async function signPayments(
  { client }: Payer,
  required: PaymentRequired,
  count: number,
): Promise<Record<string, string>[]> {
  const http = new x402HTTPClient(client);
  const signed: Record<string, string>[] = [];
  for (let made = 0; made < count; made += 1)
    signed.push(http.encodePaymentSignatureHeader(await client.createPaymentPayload(required)));
  return signed;
}
