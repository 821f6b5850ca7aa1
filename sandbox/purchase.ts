import { setTimeout as sleep } from "node:timers/promises";
import { createKeyPairSignerFromBytes, getBase58Encoder } from "@solana/kit";
import { decodePaymentResponseHeader } from "@x402/core/http";
import { privateKeyToAccount } from "viem/accounts";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import { isRecord } from "@/lib/is-record";
import { evmBalance, solanaBalance } from "./balances";
import { evmClient, payingFetch, solanaClient } from "./clients";
import type { World } from "./world";

/** One answer bought with the official client, and what it did to the balances. */
export interface Purchase {
  chain: string;
  path: string;
  status: number;
  /** Of the last try. */
  ms: number;
  tries: number;
  transaction: string | null;
  payer: { before: bigint; after: bigint };
  seller: { before: bigint; after: bigint };
  body: unknown;
}

interface Wallets {
  chain: string;
  pay: typeof fetch;
  payerBalance(): Promise<bigint>;
  sellerBalance(): Promise<bigint>;
}

/** How often a call is made whose sources were not read in time, and the longest wait in between. */
const TRIES = 3;
const LONGEST_WAIT_MS = 3_000;

/** Whether the refusal charged nothing and may be over soon: a busy machine reads its first sources late. */
const isTooEarly = (status: number, body: unknown): boolean =>
  status === 503 && isRecord(body) && body.code === "data_unavailable";

/** Pays for one answer, as a patient client does. */
async function payPatiently(address: string, pay: typeof fetch) {
  for (let tries = 1; ; tries += 1) {
    const startedAt = performance.now();
    const response = await pay(address, { method: "POST" });
    const ms = performance.now() - startedAt;
    const body: unknown = await response.json();
    if (tries === TRIES || !isTooEarly(response.status, body)) return { response, body, ms, tries };
    await sleep(Math.min(Number(response.headers.get("retry-after") ?? 1) * 1_000, LONGEST_WAIT_MS));
  }
}

async function buy(origin: string, path: string, wallets: Wallets): Promise<Purchase> {
  const balances = async () => ({
    payer: await wallets.payerBalance(),
    seller: await wallets.sellerBalance(),
  });
  const before = await balances();
  const { response, body, ms, tries } = await payPatiently(origin + path, wallets.pay);
  const receipt = response.headers.get("payment-response");
  const after = await balances();
  return {
    chain: wallets.chain,
    path,
    status: response.status,
    ...{ ms, tries },
    transaction: receipt === null ? null : decodePaymentResponseHeader(receipt).transaction,
    payer: { before: before.payer, after: after.payer },
    seller: { before: before.seller, after: after.seller },
    body,
  };
}

export function buyOnBase(world: World, path: string): Promise<Purchase> {
  return buy(world.origin, path, {
    chain: `Base (${world.evm.chainId}, local)`,
    pay: payingFetch(evmClient(world)),
    payerBalance: () => evmBalance(world, privateKeyToAccount(world.evm.payerPrivateKey).address),
    sellerBalance: () => evmBalance(world, world.evm.payTo),
  });
}

export async function buyOnSolana(world: World, path: string): Promise<Purchase> {
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(world.solana.payerSecretKey));
  return buy(world.origin, path, {
    chain: "Solana (devnet id, local)",
    pay: payingFetch(await solanaClient(world)),
    payerBalance: () => solanaBalance(world, signer.address),
    sellerBalance: () => solanaBalance(world, world.solana.payTo),
  });
}

const usd = (amount: bigint): string => formatUsd(baseUnits(Number(amount)));

/** Whether the answer was served for exactly what the seller received. */
export const succeeded = (purchase: Purchase): boolean =>
  purchase.status === 200 &&
  purchase.transaction !== null &&
  purchase.seller.after > purchase.seller.before &&
  purchase.seller.after - purchase.seller.before === purchase.payer.before - purchase.payer.after;

const MAX_ANSWER_LINES = 40;

/** What happened, for a person. */
export function describePurchase(purchase: Purchase): string {
  const { chain, path, status, ms, tries, transaction, payer, seller, body } = purchase;
  const lines = JSON.stringify(body, null, 2).split("\n");
  const shown = lines.slice(0, MAX_ANSWER_LINES);
  if (lines.length > shown.length) shown.push(`… ${lines.length - shown.length} more lines`);
  return [
    `${succeeded(purchase) ? "Bought" : "NOT bought"}: POST ${path}`,
    `  on           ${chain}`,
    `  status       ${status}, after ${ms.toFixed(0)} ms${tries === 1 ? "" : `, at try ${tries}`}`,
    `  price        ${usd(seller.after - seller.before)} USDC`,
    `  transaction  ${transaction ?? "none"}`,
    `  payer        ${usd(payer.before)} → ${usd(payer.after)}`,
    `  seller       ${usd(seller.before)} → ${usd(seller.after)}`,
    `  answer       ${shown.join("\n               ")}`,
  ].join("\n");
}
