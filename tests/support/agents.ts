import { createKeyPairSignerFromPrivateKeyBytes, getBase58Decoder } from "@solana/kit";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { evmProof, proofHeader, type SignIn, solanaProof } from "./wallet-proofs";

export const ORIGIN = "https://desk.example.net";
export const IDENTITY = "/api/agent-identity";

export interface AgentWallet {
  address: string;
  /** SIGN-IN-WITH-X for a request of that method and body, as a client makes it. */
  sign(method: string, body: object, change?: Partial<SignIn>): Promise<string>;
}

/** As the documentation describes it, for any client. */
export const resourceFor = async (method: string, body: object, path = IDENTITY): Promise<string> =>
  `urn:svc:agent-identity:${method.toLowerCase()}:sha256:${await requestFingerprint(path, { ...body })}`;

export function newEvmWallet(): AgentWallet {
  const key = generatePrivateKey();
  return {
    address: privateKeyToAccount(key).address,
    sign: async (method, body, change = {}) =>
      proofHeader(
        await evmProof(key, ORIGIN + IDENTITY, { resources: [await resourceFor(method, body)], ...change }),
      ),
  };
}

export async function newSolanaWallet(): Promise<AgentWallet> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const { address, keyPair } = await createKeyPairSignerFromPrivateKeyBytes(seed);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", keyPair.publicKey));
  const secret = getBase58Decoder().decode(new Uint8Array([...seed, ...publicKey]));
  return {
    address,
    sign: async (method, body, change = {}) =>
      proofHeader(
        await solanaProof(secret, ORIGIN + IDENTITY, {
          resources: [await resourceFor(method, body)],
          ...change,
        }),
      ),
  };
}

export interface Sent {
  from?: string;
  proof?: string;
  key?: string;
  headers?: Record<string, string>;
}

type Route = (request: Request) => Promise<Response>;

/** One instance of the service's agent routes. */
export interface Instance {
  post(body: unknown, sent?: Sent): Promise<Response>;
  patch(body: unknown, sent?: Sent): Promise<Response>;
  get(query: string, sent?: Sent): Promise<Response>;
  card(id: string, sent?: Sent): Promise<Response>;
  registration(id: string, sent?: Sent): Promise<Response>;
  prepare(id: string): Promise<Response>;
  link(body: unknown, sent?: Sent): Promise<Response>;
  giveFeedback(body: unknown, sent?: Sent): Promise<Response>;
  feedback(id: string, sent?: Sent): Promise<Response>;
}

function headersOf({ from = "203.0.113.7", proof, key, headers = {} }: Sent): Record<string, string> {
  return {
    "x-forwarded-for": from,
    "content-type": "application/json",
    ...(proof === undefined ? {} : { "sign-in-with-x": proof }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...headers,
  };
}

const call = (
  route: Route,
  method: string,
  path: string,
  body: unknown,
  sent: Sent = {},
): Promise<Response> =>
  route(
    new Request(ORIGIN + path, {
      method,
      headers: headersOf(sent),
      ...(method === "GET" ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );

/** Starts a store; `enter` sets the settings of instances that are made afterwards. */
export async function agentStore(): Promise<{
  store: RedisStore;
  enter(settings?: Record<string, string>): void;
}> {
  const store = await startRedisStore();
  return {
    store,
    enter(settings = {}) {
      const all = {
        ...{ UPSTASH_REDIS_REST_URL: store.rest.url, UPSTASH_REDIS_REST_TOKEN: "test-token" },
        STORE_TIMEOUT_MS: "20000", // the machine may be busy
        ...{ TRUSTED_PROXY_HOPS: "1", VALIDATE_OUTPUT: "false", PUBLIC_ORIGIN: ORIGIN, NETWORK: "testnet" },
        ...settings,
      };
      for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
    },
  };
}

export async function newInstance(): Promise<Instance> {
  vi.resetModules(); // settings and the store's client are read once a process
  const identity = await import("@/app/api/agent-identity/route");
  const card = await import("@/app/api/agent-identity-card/route");
  const registration = await import("@/app/api/agent-identity-registration/route");
  const onChain = await import("@/app/api/agent-identity-erc8004/route");
  const feedback = await import("@/app/api/agent-identity-feedback/route");
  return {
    giveFeedback: (body, sent) => call(feedback.POST, "POST", `${IDENTITY}-feedback`, body, sent),
    feedback: (id, sent) => call(feedback.GET, "GET", `${IDENTITY}-feedback?id=${id}`, null, sent),
    post: (body, sent) => call(identity.POST, "POST", IDENTITY, body, sent),
    patch: (body, sent) => call(identity.PATCH, "PATCH", IDENTITY, body, sent),
    get: (query, sent) => call(identity.GET, "GET", `${IDENTITY}?${query}`, null, sent),
    card: (id, sent) => call(card.GET, "GET", `${IDENTITY}-card?id=${id}`, null, sent),
    prepare: (id) => call(onChain.GET, "GET", `${IDENTITY}-erc8004?id=${id}`, null),
    link: (body, sent) => call(onChain.POST, "POST", `${IDENTITY}-erc8004`, body, sent),
    registration: (id, sent) =>
      call(registration.GET, "GET", `${IDENTITY}-registration?id=${id}`, null, sent),
  };
}
