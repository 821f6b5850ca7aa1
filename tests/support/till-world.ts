import { createSolanaRpc } from "@solana/kit";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentPayload, PaymentRequired, PaymentRequirements } from "@x402/core/types";
import { getAddress } from "viem";
import { vi } from "vitest";
import * as z from "zod";
import type * as defineModule from "@/lib/catalog/define";
import type * as scheduledModule from "@/lib/payments/recovery/recover-payments/handler";
import type * as serveModule from "@/lib/payments/serve";
import { newEvmWallet } from "@/sandbox/accounts";
import { callRpc } from "@/sandbox/host/json-rpc";
import { mintUsdc, usdcBalance } from "@/sandbox/chains/evm/usdc";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { evmPayer, solanaPayer, solanaSeller, startWorld, type World } from "../integration/chains-support";
import { type FacilitatorDouble, startDouble } from "./facilitator-double";
import { type RpcProxy, startRpcProxy } from "./rpc-proxy";

const ORIGIN = "https://svc.example.com";
/** In the place of a real one, which has a switch. */
export const PATH = "/api/svc-intel-tvl";
export const PRICE = 20_000n;
const FUNDS = 10n * PRICE;

/** One process of the service, in this one: module state of its own, and one made-up route for sale. */
export interface TillInstance {
  challenge(): Promise<PaymentRequired>;
  /**
   * Sends a request with this payment, and reads what comes back. Another question makes another request. `from`: the address
   * that it comes from, where the settings trust a proxy.
   */
  pay(
    payment: PaymentPayload,
    question?: string,
    from?: string,
  ): Promise<{ status: number; body: unknown; headers: Headers; ms: number }>;
  /** How often the route's handler has run: each time is work that somebody has to pay for. */
  handled(): number;
  /** The scheduled recovery. */
  recover(): Promise<unknown>;
  /** An operator's call: switches something off or on. */
  turn(kind: string, name: string, off: boolean): Promise<{ status: number; body: unknown }>;
  switches(): Promise<unknown>;
}

/** Who pays, by chain: signs offers of a challenge, and knows what it still holds. */
export interface TillBuyer {
  payer: string;
  sign(challenge: PaymentRequired): Promise<PaymentPayload>;
  spent(): Promise<bigint>;
}

/** Both local chains, two real facilitators behind doubles, nodes behind proxies, and a ledger: all over sockets. */
export interface TillWorld {
  chains: World;
  primary: FacilitatorDouble;
  fallback: FacilitatorDouble;
  base: RpcProxy;
  solana: RpcProxy;
  /** Second nodes of the same chains, which an instance asks only where its settings name them. */
  second: { base: RpcProxy; solana: RpcProxy; settings: Record<string, string> };
  store: RedisStore;
  /** What the ledger keeps of a payer's sale. */
  recordOf(payer: string): Promise<Record<string, string>>;
  start(settings?: Record<string, string>): Promise<TillInstance>;
  /** With USDC for ten sales, if nothing else is said (base units). */
  buyer(chain: "base" | "solana", funds?: bigint): Promise<TillBuyer>;
  /** Gives a buyer on Base USDC for ten sales. */
  fund(buyer: TillBuyer): Promise<unknown>;
  /** All as it was at the beginning. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const offerOn = ({ accepts }: PaymentRequired, family: string): PaymentRequirements => {
  const offer = accepts.find(({ network }) => network.startsWith(family));
  if (offer === undefined) throw new Error(`nothing is offered on ${family}`);
  return offer;
};

/** What is paid for stands in the challenge. */
const signed = async (
  { resource }: PaymentRequired,
  payment: Promise<PaymentPayload>,
): Promise<PaymentPayload> => ({ ...(await payment), ...(resource === undefined ? {} : { resource }) });

async function newBuyer({ evm, solana }: World, chain: "base" | "solana", funds: bigint): Promise<TillBuyer> {
  if (chain === "base") {
    const { account, sign } = await evmPayer(evm, funds);
    return {
      payer: account.address.toLowerCase(),
      sign: (challenge) => signed(challenge, sign(offerOn(challenge, "eip155:"))),
      spent: async () => funds - (await usdcBalance(evm, account.address)),
    };
  }
  const { signer, tokenAccount, sign } = await solanaPayer(solana, funds);
  const held = async (): Promise<bigint> =>
    BigInt(
      (
        await createSolanaRpc(solana.rpcUrl)
          .getTokenAccountBalance(tokenAccount, { commitment: "confirmed" })
          .send()
      ).value.amount,
    );
  return {
    payer: signer.address,
    sign: (challenge) => signed(challenge, sign(offerOn(challenge, "solana:"))),
    spent: async () => funds - (await held()),
  };
}

/** Binds the made-up route as a route file would. `note` is told of each run of its handler. */
function bind({ serve }: typeof serveModule, { defineRoute }: typeof defineModule, note: () => void) {
  const entry = defineRoute<{ ok: true; id: string }>()({
    ...{ path: PATH, method: "POST", desk: "made-up", tier: "raw", summary: "A made-up answer." },
    input: z.strictObject({ question: z.string().optional() }),
  });
  const { label } = entry;
  const priceUsdc = Number(PRICE) / 1_000_000;
  const template = { ...{ path: PATH, label, amount: Number(PRICE), priceUsdc }, bazaar: {} };
  return serve(
    entry,
    () => {
      note();
      return Promise.resolve({ answer: { ok: true as const, id: crypto.randomUUID() }, effects: [] });
    },
    { challenge: { ...template, description: entry.summary } },
  );
}

async function startInstance(settings: Record<string, string>): Promise<TillInstance> {
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  const serve: typeof serveModule = await import("@/lib/payments/serve");
  const define: typeof defineModule = await import("@/lib/catalog/define");
  const schedule: typeof scheduledModule = await import("@/lib/payments/recovery/recover-payments/handler");
  const { serveFree } = await import("@/lib/payments/free-call/serve-free");
  const { setSwitchEntry } = await import("@/lib/payments/switches/set-switch/entry");
  const { setSwitch } = await import("@/lib/payments/switches/set-switch/handler");
  const { showSwitchesEntry } = await import("@/lib/payments/switches/show-switches/entry");
  const { showSwitches } = await import("@/lib/payments/switches/show-switches/handler");
  const operators = {
    set: serveFree(setSwitchEntry, setSwitch),
    show: serveFree(showSwitchesEntry, showSwitches),
  };
  const asOperator = {
    authorization: `Bearer ${settings["OPERATOR_SECRET"]}`,
    "content-type": "application/json",
  };
  let handled = 0;
  const route = bind(serve, define, () => (handled += 1));
  const post = (headers: Record<string, string>, body = {}): Promise<Response> =>
    route(
      new Request(ORIGIN + PATH, {
        ...{ method: "POST", body: JSON.stringify(body) },
        headers: { "content-type": "application/json", ...headers },
      }),
    );
  return {
    async challenge() {
      const { x402 } = (await (await post({})).json()) as { x402: PaymentRequired }; // the 402's own body
      return x402;
    },
    async pay(payment, question, from) {
      const began = performance.now();
      const asked = question === undefined ? {} : { question };
      const address = from === undefined ? {} : { "x-forwarded-for": from };
      const response = await post(
        { "payment-signature": encodePaymentSignatureHeader(payment), ...address },
        asked,
      );
      const body: unknown = await response.json();
      return { status: response.status, body, headers: response.headers, ms: performance.now() - began };
    },
    handled: () => handled,
    async turn(kind, name, off) {
      const init = { method: "POST", headers: asOperator, body: JSON.stringify({ kind, name, off }) };
      const response = await operators.set(new Request(ORIGIN + setSwitchEntry.path, init));
      return { status: response.status, body: await response.json() };
    },
    async switches() {
      const response = await operators.show(
        new Request(ORIGIN + setSwitchEntry.path, { headers: asOperator }),
      );
      return response.json();
    },
    async recover() {
      const context = { now: new Date(), signal: AbortSignal.timeout(30_000), headers: new Headers() };
      return (await schedule.recoverPayments({}, context)).answer;
    },
  };
}

/** Throws where a chain can't be started. */
export async function startTillWorld(): Promise<TillWorld> {
  const chains = await startWorld();
  const { evm, solana } = chains;
  const [primary, fallback, base, solanaNode, secondBase, secondSolana, store, seller] = await Promise.all([
    startDouble(() => chains.primary.url),
    startDouble(() => chains.fallback.url),
    startRpcProxy(evm.rpcUrl),
    startRpcProxy(solana.rpcUrl),
    startRpcProxy(evm.rpcUrl),
    startRpcProxy(solana.rpcUrl),
    startRedisStore(),
    solanaSeller(solana),
  ]);
  let beginning = await callRpc(evm.rpcUrl, "evm_snapshot", []);
  const settings = {
    OPERATOR_SECRET: "o".repeat(32),
    ...{ PUBLIC_ORIGIN: ORIGIN, NETWORK: "testnet", LOCAL_WORLD: "true" },
    ...{ UPSTASH_REDIS_REST_URL: store.rest.url, UPSTASH_REDIS_REST_TOKEN: "test-token" },
    ...{ EVM_PAY_TO: newEvmWallet().address, SOLANA_PAY_TO: seller.address },
    ...{ EVM_RPC_URL: base.url, SOLANA_RPC_URL: solanaNode.url },
    ...{ FACILITATOR_PRIMARY_URL: primary.url, FACILITATOR_FALLBACK_URL: fallback.url },
    FACILITATOR_PRIMARY_FEE_PAYERS: chains.primary.feePayer,
    FACILITATOR_FALLBACK_FEE_PAYERS: chains.fallback.feePayer,
  };
  return {
    ...{ chains, primary, fallback, base, solana: solanaNode, store },
    second: {
      ...{ base: secondBase, solana: secondSolana },
      settings: { EVM_RPC_SECOND_URL: secondBase.url, SOLANA_RPC_SECOND_URL: secondSolana.url },
    },
    async recordOf(payer) {
      for (const name of await store.redis.keys("svc:ledger:*:record")) {
        const flat: unknown = await store.redis.hgetall(name);
        const fields = Array.isArray(flat) ? flat.map(String) : [];
        const record = Object.fromEntries(
          fields.flatMap((field, index) => (index % 2 === 0 ? [[field, fields[index + 1] ?? ""]] : [])),
        ) as Record<string, string>; // pairs of texts
        if (record["payer"] === payer) return record;
      }
      throw new Error(`nothing is sold to ${payer}`);
    },
    start: (more = {}) => startInstance({ ...settings, ...more }),
    buyer: (chain, funds = FUNDS) => newBuyer(chains, chain, funds),
    fund: ({ payer }) => mintUsdc(evm, getAddress(payer), FUNDS),
    async reset() {
      for (const double of [primary, fallback]) double.reset();
      for (const node of [base, solanaNode, secondBase, secondSolana]) {
        node.faults.clear();
        node.asked.length = 0;
      }
      await store.redis.flushdb();
      await callRpc(evm.rpcUrl, "evm_revert", [beginning]);
      beginning = await callRpc(evm.rpcUrl, "evm_snapshot", []);
    },
    async close() {
      vi.unstubAllEnvs();
      const all = [primary, fallback, base, solanaNode, secondBase, secondSolana, store, chains];
      await Promise.all(all.map((part) => part.close()));
    },
  };
}
