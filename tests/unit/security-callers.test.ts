import { generateKeyPairSync } from "node:crypto";
import type { ServerResponse } from "node:http";
import { component, createSignature } from "http-message-sig";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isRecord } from "@/lib/is-record";
import { profileDocumentation } from "@/lib/identity/profile/documentation";
import { importSigningKey, type SigningKey } from "@/lib/payments/receipts/signing-key";
import { asSigner } from "@/lib/security/web-bot-auth/sign-request";
import { type Listening, listen } from "@/sandbox/host/listen";
import { type Resolver, startResolver } from "@/sandbox/sites/resolver";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";

const ORIGIN = "https://desk.example.net";
const AGENT = "https://signing-agent-fixture.com";
const DIRECTORY = "/.well-known/http-message-signatures-directory";
const ZONE = {
  "signing-agent-fixture.com": ["23.50.7.1"],
  "inward-agent-fixture.com": ["10.0.0.7"],
  ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`many-${at}-fixture.com`, ["23.50.7.2"]])),
};

let store: RedisStore;
let web: Listening;
let resolvers: Resolver[];
let key: SigningKey;
/** What was asked of the web, and what it answers for directories. */
let asked: string[];
let answer: (response: ServerResponse) => void;
let logged: Record<string, unknown>[];
let routes: { profile: Route; tvl: Route };
type Route = (request: Request) => Promise<Response>;

const newKey = () =>
  importSigningKey(
    generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
  );
const directoryOf = (...keys: SigningKey[]): string =>
  JSON.stringify({
    keys: keys.map(({ publicJwk: { kty, crv, x } }) => ({ kty, crv, x, kid: "what it likes" })),
  });

beforeAll(async () => {
  store = await startRedisStore();
  web = await listen(0, (request, response) => {
    asked.push(request.url ?? "");
    answer(response);
  });
  resolvers = [await startResolver(ZONE, 0), await startResolver(ZONE, 0)];
});
afterAll(() => Promise.all([store.close(), web.close(), ...resolvers.map((one) => one.close())]));

beforeEach(async () => {
  await store.redis.flushdb();
  key = await newKey();
  asked = [];
  answer = (response) => response.end(directoryOf(key));
  logged = [];
  for (const level of ["log", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: unknown) => {
      const fields: unknown = JSON.parse(String(line));
      if (isRecord(fields)) logged.push(fields);
    });
  await enter();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function enter(settings: Record<string, string> = {}): Promise<void> {
  const all = {
    ...{ UPSTASH_REDIS_REST_URL: store.rest.url, UPSTASH_REDIS_REST_TOKEN: "test-token" },
    ...{ PUBLIC_ORIGIN: ORIGIN, NETWORK: "testnet", TRUSTED_PROXY_HOPS: "1", SIGNATURE_AGENTS: "true" },
    ...{
      SCAN_ORIGIN: web.url,
      SCAN_DOH_FIRST_URL: resolvers[0]?.url,
      SCAN_DOH_SECOND_URL: resolvers[1]?.url,
    },
    ...{ EVM_PAY_TO: `0x${"2".repeat(40)}`, ...settings },
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  vi.resetModules(); // settings are read once a process
  const profile = await import("@/app/api/agent-identity/route");
  const tvl = await import("@/app/api/svc-intel-tvl/route");
  routes = { profile: profile.GET, tvl: tvl.POST };
}

interface Change {
  agent?: string;
  by?: SigningKey;
  created?: number;
  expires?: number;
  tag?: string;
  /** Of the lone string of older drafts, instead of a dictionary. */
  lone?: true;
  components?: readonly string[];
  url?: string;
}

/** Headers of a request that an agent signs as the draft has it. */
async function signed(method: string, path: string, change: Change = {}): Promise<Record<string, string>> {
  const { agent = AGENT, by = key, tag = "web-bot-auth", lone, url = ORIGIN + path } = change;
  const created = change.created ?? Math.floor(Date.now() / 1000);
  const header = lone ? `"${agent}"` : `sig1="${agent}"`;
  const named = lone ? "signature-agent" : component("signature-agent", { key: "sig1" });
  const { signature, signatureInput } = await createSignature(
    { kind: "request", method, targetUri: url, fields: [{ name: "signature-agent", value: header }] },
    {
      label: "sig1",
      components: change.components ?? ["@authority", "@method", "@path", named],
      parameters: { created, expires: change.expires ?? created + 60, keyid: by.publicJwk.kid, tag },
      signer: asSigner(by),
    },
  );
  return { "signature-agent": header, "signature-input": signatureInput, signature };
}

const PATH = "/api/agent-identity?list=1";
/** What the profile route says of who signed a request. The host is the proxy's, not the caller's. */
async function caller(headers: Record<string, string>, path = PATH) {
  const response = await routes.profile(
    new Request(`http://10.1.2.3:3000${path}`, { headers: { ...headers, "x-forwarded-for": "203.0.113.7" } }),
  );
  expect(response.status).toBe(200);
  return profileDocumentation.output.parse(await response.json()).caller;
}
const until = async (event: string) =>
  vi.waitFor(() => expect(logged.map((line) => line["event"])).toContain(event), { timeout: 5_000 });
/** Has the directory read once. */
async function learn(): Promise<void> {
  expect(await caller(await signed("GET", PATH))).toMatchObject({ state: "unverified", why: "unknown key" });
  await until("agent_keys_read");
}

describe("a request that an agent signed", () => {
  it("is unverified at first, and verified once its directory was read behind an answer", async () => {
    await learn();
    expect(asked).toEqual([`/https/signing-agent-fixture.com${DIRECTORY}`]);
    const verified = { signatureAgent: AGENT, state: "verified", keyId: key.publicJwk.kid };
    expect(await caller(await signed("GET", PATH))).toEqual(verified);
    expect(await caller(await signed("GET", PATH, { lone: true }))).toEqual(verified);
    expect(logged).toContainEqual(
      expect.objectContaining({
        event: "signature_agent",
        route: "/api/agent-identity",
        agent: AGENT,
        state: "verified",
      }),
    );
    expect(asked).toHaveLength(1);
  });

  it.each<[string, (headers: Record<string, string>) => Promise<Record<string, string>>]>([
    ["for another path", () => signed("GET", "/api/agent-identity-card?id=1")],
    [
      "for another site",
      () => signed("GET", PATH, { url: "https://elsewhere.example/api/agent-identity?list=1" }),
    ],
    ["that has run out", () => signed("GET", PATH, { created: 1_700_000_000, expires: 1_700_000_060 })],
    ["from the future", () => signed("GET", PATH, { created: Math.floor(Date.now() / 1000) + 3_600 })],
    ["of another kind", () => signed("GET", PATH, { tag: "something" })],
    ["that leaves its agent out", () => signed("GET", PATH, { components: ["@authority", "@path"] })],
    [
      "whose bytes were changed",
      async (own) => ({ ...own, signature: own["signature"]?.replace(/:../, ":AA") ?? "" }),
    ],
    [
      "that is no signature",
      async (own) => ({ ...own, signature: "sig1=nonsense", "signature-input": "((" }),
    ],
  ])("is invalid with a signature %s", async (_, make) => {
    await learn();
    const headers = await make(await signed("GET", PATH));
    expect(await caller({ ...headers })).toMatchObject({ state: "invalid" });
  });

  it("is unverified by a key of somebody else's that names itself as the agent", async () => {
    await learn();
    const thief = await signed("GET", PATH, { by: await newKey() });
    expect(await caller(thief)).toMatchObject({ state: "unverified" });
  });

  it("is answered and sold as ever, and no answer waits for its directory", async () => {
    answer = () => undefined; // it never answers
    const path = "/api/svc-intel-tvl";
    const body = {
      method: "POST",
      body: "{}",
      headers: { ...(await signed("POST", path)), "x-forwarded-for": "203.0.113.7" },
    };
    const before = performance.now();
    expect((await routes.tvl(new Request(ORIGIN + path, body))).status).toBe(402);
    expect(performance.now() - before).toBeLessThan(2_000);
    await until("signature_agent");
    expect(logged).toContainEqual(
      expect.objectContaining({ route: path, agent: AGENT, state: "unverified" }),
    );
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 5_000 }); // behind it, and long after
  });

  it.each<[string, Record<string, string>]>([
    ["without a signature", { "signature-agent": `"${AGENT}"` }],
    [
      "by plain http",
      { "signature-agent": '"http://signing-agent-fixture.com"', signature: "s", "signature-input": "s" },
    ],
    [
      "that is prose",
      { "signature-agent": "see https://signing-agent-fixture.com", signature: "s", "signature-input": "s" },
    ],
    [
      "of two agents",
      { "signature-agent": `a="${AGENT}", b="${AGENT}"`, signature: "s", "signature-input": "s" },
    ],
  ])("is ignored where it names its agent %s", async (_, headers) => {
    expect(await caller(headers)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it("is ignored where the operator wants none looked at, as by default off Vercel", async () => {
    await enter({ SIGNATURE_AGENTS: "" });
    expect(await caller(await signed("GET", PATH))).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe("an agent's directory", () => {
  it.each<[string, string]>([
    ["a private address", "https://inward-agent-fixture.com"],
    ["an address", "https://10.0.0.1"],
    ["the service itself", ORIGIN],
    ["another port", `${AGENT}:8443`],
    ["a name that is no public one", "https://metadata.internal"],
  ])("is not asked for where the agent is %s", async (_, agent) => {
    expect(await caller(await signed("GET", PATH, { agent }))).toMatchObject({ state: "unverified" });
    await until("agent_keys_read");
    expect(logged).toContainEqual(expect.objectContaining({ event: "agent_keys_read", found: 0 }));
    expect(asked).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    [
      "leads elsewhere",
      (response) => response.writeHead(302, { location: "https://many-0-fixture.com/" }).end(),
    ],
    ["is larger than 16 KB", (response) => response.end(" ".repeat(17_000) + directoryOf(key))],
    ["is no directory", (response) => response.end("<html>")],
    ["is not there", (response) => response.writeHead(404).end()],
  ])("that %s gives no keys, and is left alone for ten minutes", async (_, given) => {
    answer = given;
    await learn();
    expect(logged).toContainEqual(expect.objectContaining({ event: "agent_keys_read", found: 0 }));
    for (let call = 0; call < 5; call += 1)
      expect(await caller(await signed("GET", PATH))).toMatchObject({ state: "unverified" });
    expect(asked).toHaveLength(1);
  });

  it("is asked for once, however many requests name it, and of all names together twenty a minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }); // all in one minute
    const headers = await signed("GET", PATH);
    await Promise.all(Array.from({ length: 10 }, () => caller(headers)));
    for (let at = 0; at < 40; at += 1)
      await caller(await signed("GET", PATH, { agent: `https://many-${at}-fixture.com` }));
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(18));
    expect(asked.filter((path) => path.includes("signing-agent"))).toHaveLength(1);
    expect(asked.length).toBeLessThanOrEqual(20);
  });
});
