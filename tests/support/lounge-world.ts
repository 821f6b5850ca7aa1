import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import { newEvmWallet } from "@/sandbox/accounts";
import { startUpstream } from "@/sandbox/upstream/server";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { answers, type FacilitatorDouble, startDouble } from "./facilitator-double";
import { evmProof, proofHeader } from "./wallet-proofs";

const NETWORK = "eip155:84532";
export const ORIGIN = "https://svc.example.com";

/** Who publishes or reads, from a wallet of its own. */
export interface LoungeBuyer {
  /** As the ledger writes it. */
  address: string;
  account: PrivateKeyAccount;
  /** A fresh payment for a route, as the header's value. */
  payment(path: string, body?: unknown): Promise<string>;
  /** The wallet's sign-in for a route, as the header's value. */
  signIn(path: string, resources?: string[]): Promise<string>;
}

export interface Reply {
  status: number;
  body: Record<string, unknown>;
  text: string;
  headers: Headers;
}

/**
 * The lounge's own routes in this process, with a store, the simulated providers and a facilitator that finds every
 * payment good, all behind sockets.
 */
export interface LoungeWorld {
  store: RedisStore;
  facilitator: FacilitatorDouble;
  buyer(): LoungeBuyer;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** Pays and calls. */
  buy(buyer: LoungeBuyer, path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** How many payments were settled. */
  settled(): number;
  close(): Promise<void>;
}

export const PUBLISH = "/api/lounge-signal-publish";
export const OPEN = "/api/lounge-signal-open";
export const NEWS = "/api/news-open";

type Route = Partial<Record<"GET" | "POST", (request: Request) => Promise<Response>>>;

/** `load`: the route files by path, imported once the settings stand. */
export async function startLoungeWorld(
  load: () => Promise<Readonly<Record<string, Route>>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<LoungeWorld> {
  const facilitator = await startDouble(() => "http://nobody.invalid");
  facilitator.act(
    "supported",
    answers(200, {
      kinds: [{ x402Version: 2, scheme: "exact", network: NETWORK }],
      extensions: [],
      signers: {},
    }),
  );
  facilitator.act("verify", answers(200, { isValid: true }));
  const transaction = `0x${"ab".repeat(32)}`;
  facilitator.act("settle", answers(200, { success: true, network: NETWORK, transaction }));
  const [upstream, store] = await Promise.all([startUpstream({ port: 0, seed: 7 }), startRedisStore()]);
  const all = {
    ...{ PUBLIC_ORIGIN: ORIGIN, UPSTREAM_ORIGIN: upstream.url },
    ...{ FACILITATOR_PRIMARY_URL: facilitator.url, FACILITATOR_FALLBACK_URL: facilitator.url },
    ...{ UPSTASH_REDIS_REST_URL: store.rest.url, UPSTASH_REDIS_REST_TOKEN: "test-token" },
    ...{ EVM_PAY_TO: newEvmWallet().address, STORE_TIMEOUT_MS: "5000" },
    ...settings,
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  const routes = await load();
  const send = async (method: "GET" | "POST", path: string, init: RequestInit): Promise<Reply> => {
    const route = routes[path.split("?")[0] ?? path]?.[method];
    if (route === undefined) throw new Error(`${method} ${path} is not loaded`);
    const response = await route(new Request(ORIGIN + path, { method, ...init }));
    const text = await response.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>; // read member by member
    return { status: response.status, body, text, headers: response.headers };
  };
  const post: LoungeWorld["post"] = (path, body, headers = {}) =>
    send("POST", path, {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  return {
    ...{ store, facilitator, post },
    get: (path, headers = {}) => send("GET", path, { headers }),
    buyer() {
      const { address, privateKey } = newEvmWallet();
      const account = privateKeyToAccount(privateKey);
      const client = new x402Client().register(NETWORK, new ExactEvmScheme(account));
      return {
        ...{ address: address.toLowerCase(), account },
        async payment(path, body = {}) {
          const { x402 } = (await post(path, body)).body as { x402: PaymentRequired }; // a 402's own
          return encodePaymentSignatureHeader(await client.createPaymentPayload(x402));
        },
        signIn: async (path, resources) =>
          proofHeader(
            await evmProof(privateKey, ORIGIN + path, resources === undefined ? {} : { resources }),
          ),
      };
    },
    async buy(buyer, path, body, headers = {}) {
      return post(path, body, { "payment-signature": await buyer.payment(path), ...headers });
    },
    settled: () => facilitator.calls.filter((call) => call === "settle").length,
    async close() {
      vi.unstubAllEnvs();
      await Promise.all([facilitator.close(), upstream.close(), store.close()]);
    },
  };
}

/** How often `work` asks the store for the lounge's own sake, beside the till's scripts. */
export async function tripsOf(world: LoungeWorld, work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(globalThis, "fetch");
  await work();
  const asked = spy.mock.calls.filter(([url, init]) => {
    const text = typeof init?.body === "string" ? init.body : "";
    return (
      String(url).startsWith(world.store.rest.url) && text.includes(":lounge:") && !/^\[+"eval/i.test(text)
    );
  });
  spy.mockRestore();
  return asked.length;
}

/** A sandbox remembers texts from one run to the next. */
const RUN = crypto.randomUUID().slice(0, 8);
let texts = 0;
/** A text that nobody published before, about `words` words long. */
export function newSummary(words = 40): string {
  texts += 1;
  return Array.from(
    { length: words },
    (_, at) => `${RUN}w${texts.toString(36)}x${(at * 7919 + texts * 104_729).toString(36)}`,
  ).join(" ");
}

/** A request to publish. */
export const submission = (creatorWallet: string, change: Record<string, unknown> = {}) => ({
  title: "A view on ether",
  summary: newSummary(),
  categories: ["eth", "long"],
  creatorWallet,
  creatorChain: "evm",
  ...change,
});
