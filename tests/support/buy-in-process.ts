import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import { newEvmWallet } from "@/sandbox/accounts";
import { startUpstream } from "@/sandbox/upstream/server";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { answers, type Operation, startDouble } from "./facilitator-double";

const NETWORK = "eip155:84532";
const ORIGIN = "https://svc.example.com";

export interface Bought {
  /** The 402 that an unpaid call gets. */
  challenge: { status: number; body: { x402: PaymentRequired; priceUsdc: number } };
  paid: { status: number; body: unknown };
  /** What the facilitator was asked. */
  asked: readonly Operation[];
}

/** A route's own function with a store, the simulated providers and a facilitator that finds every payment good, all behind sockets, and no front door. */
export interface Shop {
  post(headers: Record<string, string>, body?: string, signal?: AbortSignal): Promise<Response>;
  /** Pays a challenge with the official client; resolves to the header that brings it. */
  sign(challenge: PaymentRequired): Promise<Record<string, string>>;
  /** What the facilitator was asked. */
  asked: readonly Operation[];
  store: RedisStore;
  close(): Promise<void>;
}

/** `more` are settings besides those that selling takes. */
export async function openShop(
  path: string,
  load: () => Promise<{ POST: (request: Request) => Promise<Response> }>,
  more: Record<string, string> = {},
): Promise<Shop> {
  const wallet = newEvmWallet();
  const facilitator = await startDouble(() => "http://nobody.invalid");
  const { address: payer } = wallet;
  const kinds = [{ x402Version: 2, scheme: "exact", network: NETWORK }];
  facilitator.act("supported", answers(200, { kinds, extensions: [], signers: {} }));
  facilitator.act("verify", answers(200, { isValid: true, payer }));
  const transaction = `0x${"ab".repeat(32)}`;
  facilitator.act("settle", answers(200, { success: true, payer, network: NETWORK, transaction }));
  const upstream = await startUpstream({ port: 0, seed: 7 });
  const store = await startRedisStore();
  const settings = {
    PUBLIC_ORIGIN: ORIGIN,
    UPSTREAM_ORIGIN: upstream.url,
    FACILITATOR_PRIMARY_URL: facilitator.url,
    FACILITATOR_FALLBACK_URL: facilitator.url,
    UPSTASH_REDIS_REST_URL: store.rest.url,
    UPSTASH_REDIS_REST_TOKEN: "test-token",
    EVM_PAY_TO: newEvmWallet().address,
    ...more,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  const { POST } = await load();
  const signer = new ExactEvmScheme(privateKeyToAccount(wallet.privateKey));
  const client = new x402Client().register(NETWORK, signer);
  return {
    post: (headers, body = "{}", signal = new AbortController().signal) => {
      const all = { "content-type": "application/json", ...headers };
      return POST(new Request(ORIGIN + path, { method: "POST", body, headers: all, signal }));
    },
    sign: async (challenge) => ({
      "payment-signature": encodePaymentSignatureHeader(await client.createPaymentPayload(challenge)),
    }),
    asked: facilitator.calls,
    store,
    async close() {
      vi.unstubAllEnvs();
      await Promise.all([facilitator.close(), upstream.close(), store.close()]);
    },
  };
}

/** Asks a route for its price, pays it and gets the answer. */
export async function buyInProcess(path: string, load: Parameters<typeof openShop>[1]): Promise<Bought> {
  const { post, sign, asked, close } = await openShop(path, load);
  try {
    const unpaid = await post({});
    const challenge: Bought["challenge"] = { status: unpaid.status, body: await unpaid.json() };
    const paid = await post(await sign(challenge.body.x402));
    return { challenge, paid: { status: paid.status, body: await paid.json() }, asked };
  } finally {
    await close();
  }
}
