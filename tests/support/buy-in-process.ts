import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import { newEvmWallet } from "@/sandbox/accounts";
import { startUpstream } from "@/sandbox/upstream/server";
import { startRedisStore } from "../fixtures/redis-store";
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

/**
 * Asks a route's own function for its price, pays it with the official client and gets the answer: with a store, the
 * simulated providers and a facilitator that finds every payment good, all behind sockets, and no front door.
 */
export async function buyInProcess(
  path: string,
  load: () => Promise<{ POST: (request: Request) => Promise<Response> }>,
): Promise<Bought> {
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
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  try {
    const { POST } = await load();
    const post = async (headers: Record<string, string>) => {
      const init = {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json", ...headers },
      };
      const response = await POST(new Request(ORIGIN + path, init));
      return { status: response.status, body: await response.json() };
    };
    const challenge: Bought["challenge"] = await post({});
    const signer = new ExactEvmScheme(privateKeyToAccount(wallet.privateKey));
    const payload = await new x402Client()
      .register(NETWORK, signer)
      .createPaymentPayload(challenge.body.x402);
    const paid = await post({ "payment-signature": encodePaymentSignatureHeader(payload) });
    return { challenge, paid, asked: facilitator.calls };
  } finally {
    vi.unstubAllEnvs();
    await Promise.all([facilitator.close(), upstream.close(), store.close()]);
  }
}
