import { createKeyPairSignerFromBytes, getBase58Encoder } from "@solana/kit";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { ExactSvmScheme } from "@x402/svm/exact/client";
import { privateKeyToAccount } from "viem/accounts";
import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { evmBalance, solanaBalance } from "@/sandbox/balances";
import { fundEvm, fundSolana } from "@/sandbox/faucets";
import { freePort } from "@/sandbox/ports";
import type { Component } from "@/sandbox/process";
import { startService } from "@/sandbox/service";
import type { World } from "@/sandbox/world";
import { type SignIn, evmProof, proofHeader, solanaProof } from "./wallet-proofs";

/** A payer on one chain, with its own fresh wallet. */
export interface Payer {
  client: x402Client;
  address: string;
  /** The wallet's sign-in for an address of the service, as the header's value. */
  signIn(url: string, change?: Partial<SignIn>): Promise<string>;
  /** The wallet's own key, for what its owner may do besides paying: hexadecimal on Base, base58 on Solana. */
  secret: string;
  /** The payer's and the seller's USDC, in base units. */
  balance(): Promise<bigint>;
  sellerBalance(): Promise<bigint>;
}

export const CHAINS = ["base", "solana"] as const;
export type Chain = (typeof CHAINS)[number];

const FUNDS = 10_000_000n;

/** A payer with `funds` base units of USDC; nobody else pays from its wallet. */
export async function newPayer(world: World, chain: Chain, funds = FUNDS): Promise<Payer> {
  if (chain === "base") {
    const wallet = newEvmWallet();
    if (funds > 0n) await fundEvm(world.evm.rpcUrl, wallet.address, funds);
    return {
      client: new x402Client().register(
        `eip155:${world.evm.chainId}`,
        new ExactEvmScheme(privateKeyToAccount(wallet.privateKey)),
      ),
      address: wallet.address,
      signIn: async (url, change) => proofHeader(await evmProof(wallet.privateKey, url, change)),
      secret: wallet.privateKey,
      balance: () => evmBalance(world, wallet.address),
      sellerBalance: () => evmBalance(world, world.evm.payTo),
    };
  }
  const wallet = await newSolanaWallet();
  if (funds > 0n) await fundSolana(world.solana.rpcUrl, wallet.address, funds);
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(wallet.secretKey));
  return {
    client: new x402Client().register(
      world.solana.network,
      new ExactSvmScheme(signer, { rpcUrl: world.solana.rpcUrl }),
    ),
    address: wallet.address,
    signIn: async (url, change) => proofHeader(await solanaProof(wallet.secretKey, url, change)),
    secret: wallet.secretKey,
    balance: () => solanaBalance(world, wallet.address),
    sellerBalance: () => solanaBalance(world, world.solana.payTo),
  };
}

let clients = 0;
const network = [...crypto.getRandomValues(new Uint8Array(2))].join(".");

/** A client address of its own, so that no test counts against another's limit. */
export const newAddress = (): string => {
  clients += 1;
  return `${11 + Math.floor(clients / 250)}.${network}.${clients % 250}`;
};

const WINDOW_MS = 60_000;

/** Waits until the limiter's window has room for a test: at its end a new one begins to let requests through. */
export async function earlyInWindow(roomMs = 20_000): Promise<void> {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < roomMs) await new Promise((resolve) => setTimeout(resolve, left));
}

export interface Call {
  origin: string;
  path: string;
  body?: unknown;
  payment?: string;
  headers?: Record<string, string>;
  address?: string;
  signal?: AbortSignal;
}

/** One POST as a client of its own address makes it. */
export function post({
  origin,
  path,
  body,
  payment,
  headers,
  address = newAddress(),
  signal,
}: Call): Promise<Response> {
  return fetch(origin + path, {
    method: "POST",
    headers: {
      "x-forwarded-for": address,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(payment === undefined ? {} : { "payment-signature": payment }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

export interface RefusalBody {
  error: string;
  code: string;
  reason?: string;
  priceUsdc?: number;
  resource?: string;
  x402?: PaymentRequired;
  missing?: string[];
  extensions?: Record<string, unknown>;
}

export const refusal = async (response: Response): Promise<RefusalBody> =>
  (await response.json()) as RefusalBody; // the ApiError body, asserted member by member

export async function challengeOf(origin: string, path: string): Promise<PaymentRequired> {
  const response = await post({ origin, path });
  const { x402 } = await refusal(response);
  if (x402 === undefined) throw new Error(`${path} answered ${response.status} without a challenge`);
  return x402;
}

/** A fresh payment for a route, signed by the official client. */
export const payFor = async (origin: string, path: string, payer: Payer): Promise<PaymentPayload> =>
  payer.client.createPaymentPayload(await challengeOf(origin, path));

export const asHeader = (payment: PaymentPayload): string => encodePaymentSignatureHeader(payment);

/** Sends a paid call again, as a patient client does, until it is no longer told to wait. */
export async function untilAnswered(call: Call, timeoutMs = 30_000): Promise<Response> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const response = await post(call);
    const wait = Number(response.headers.get("retry-after"));
    if ((response.status !== 409 && response.status !== 503) || !(wait > 0) || Date.now() > deadline)
      return response;
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait * 1000, 1_000)));
  }
}

/** A part of the store that nobody else uses, not even an earlier run against the same sandbox. */
export const newPrefix = (name: string): string => `test-${name}-${crypto.randomUUID().slice(0, 8)}`;

async function startOnce(world: World, name: string, env: Record<string, string>) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const piece = await startService({
    port,
    host: world.host,
    name,
    env: { ...world.serviceEnv, PUBLIC_ORIGIN: origin, ...env },
  });
  return { ...piece, origin };
}

/** Another instance of the service's build, with settings of its own. */
export async function startInstance(
  world: World,
  name: string,
  env: Record<string, string> = {},
): Promise<Component & { origin: string }> {
  for (let left = 3; ; left -= 1) {
    try {
      return await startOnce(world, name, env);
    } catch (error) {
      // A port that was free a moment ago may be taken by a file that runs beside this one.
      if (left === 0 || !String(error).includes("EADDRINUSE")) throw error;
    }
  }
}
