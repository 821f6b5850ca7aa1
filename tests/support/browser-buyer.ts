/**
 * What a page of somebody else's runs to buy an answer: the official clients, and nothing of this repository. It is
 * bundled for the browser (see tests/e2e/foreign-page.test.ts), which calls `buy`.
 */
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";

/** What the page could read of its purchase. */
export interface Bought {
  status: number;
  transaction: string | null;
  answer: unknown;
}

async function buy(url: string, network: `eip155:${number}`, key: `0x${string}`): Promise<Bought> {
  const client = new x402Client().register(network, new ExactEvmScheme(privateKeyToAccount(key)));
  const response = await wrapFetchWithPayment(fetch, client)(url, { method: "POST" });
  const receipt = response.headers.get("payment-response");
  return {
    status: response.status,
    transaction: receipt === null ? null : decodePaymentResponseHeader(receipt).transaction,
    answer: await response.json(),
  };
}

Object.assign(globalThis, { buy });
