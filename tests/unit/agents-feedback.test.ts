import {
  createTestClient,
  createWalletClient,
  type Hex,
  keccak256,
  parseAbi,
  parseEventLogs,
  toHex,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import { randomHex } from "@/lib/http/digest";
import { feedbackDocumentation } from "@/lib/identity/feedback/documentation";
import { giveFeedbackDocumentation } from "@/lib/identity/give-feedback/documentation";
import { NETWORKS } from "@/lib/chains/networks";
import { type EvmChain, startEvmChain } from "@/sandbox/chains/evm/chain";
import { connection, newWallet } from "@/sandbox/chains/evm/client";
import {
  CHAIN_ID,
  IDENTITY_REGISTRY_ADDRESS,
  REPUTATION_REGISTRY_ADDRESS,
  USDC_ADDRESS,
  USDC_DOMAIN,
} from "@/sandbox/chains/evm/network";
import { mintUsdc } from "@/sandbox/chains/evm/usdc";
import { agentStore, type Instance, newInstance, ORIGIN, resourceFor } from "../support/agents";
import { evmProof, proofHeader, type SignIn } from "../support/wallet-proofs";

const PATH = "/api/agent-identity-feedback";
const ROUTE = "/api/svc-intel-tvl";
const PRICE = 20_000n;
const BASE = NETWORKS.testnet.evm.id;
const REGISTRY = parseAbi([
  "function register(string agentURI) returns (uint256)",
  "function setAgentURI(uint256 agentId, string newURI)",
  "function approve(address operator, uint256 agentId)",
  "event Registered(uint256 indexed agentId, string agentURI, address indexed owner)",
]);
const REPUTATION = parseAbi([
  "event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)",
]);
const USDC = parseAbi([
  "function transfer(address to, uint256 value) returns (bool)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);
const TYPES = {
  TransferWithAuthorization: [
    ...[
      { name: "from", type: "address" },
      { name: "to", type: "address" },
      { name: "value", type: "uint256" },
    ],
    ...[
      { name: "validAfter", type: "uint256" },
      { name: "validBefore", type: "uint256" },
    ],
    { name: "nonce", type: "bytes32" },
  ],
} as const;

type Wallet = Awaited<ReturnType<typeof newWallet>>;
/** A wallet with USDC, whose key the test signs in with. */
interface Buyer {
  key: Hex;
  address: Hex;
}

/** A Solana address, for an agent with two. */
const SOLANA_ADDRESS = "8oo4dC4JvBLwy5tGgiH3WwK4B9PWxL9Z4XjA2jzkQMbQ";

let world: Awaited<ReturnType<typeof agentStore>>;
let chain: EvmChain;
let service: Instance;
let relay: Wallet;
let merchant: Wallet;
let serviceToken: bigint;
let buyer: Buyer;

beforeAll(async () => {
  world = await agentStore();
  chain = await startEvmChain({ port: 0 });
  [relay, merchant] = [await newWallet(chain), await newWallet(chain)];
  serviceToken = await register(merchant, `${ORIGIN}/.well-known/agent-registration.json`);
});
afterAll(() => Promise.all([world.store.close(), chain.close()]));
beforeEach(async () => {
  await world.store.redis.flushdb();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  buyer = await newBuyer();
  await enter();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function enter(settings: Record<string, string> = {}): Promise<void> {
  world.enter({
    ...{ EVM_RPC_URL: chain.rpcUrl, EVM_PAY_TO: merchant.account.address, AGENT_LINK_CONFIRMATIONS: "1" },
    ...{ AGENT_TOKEN_ID: String(serviceToken) },
    ...settings,
  });
  service = await newInstance();
}

async function newBuyer(): Promise<Buyer> {
  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  await mintUsdc(chain, address, PRICE * 5n);
  return { key, address };
}

async function mined(hash: Hex) {
  const receipt = await relay.waitForTransactionReceipt({ hash });
  expect(receipt.status).toBe("success");
  return receipt;
}

async function register(wallet: Wallet, uri: string): Promise<bigint> {
  const to = { address: IDENTITY_REGISTRY_ADDRESS, abi: REGISTRY } as const;
  const { logs } = await mined(await wallet.writeContract({ ...to, functionName: "register", args: [uri] }));
  return parseEventLogs({ abi: REGISTRY, logs })[0]?.args.agentId ?? -1n;
}

/** An x402 payment on Base: the payer signs, somebody else sends. */
async function pay(from: Buyer, to: Hex, amount = PRICE) {
  const message = {
    ...{ from: from.address, to, value: amount, validAfter: 0n },
    ...{
      validBefore: BigInt(Math.floor(Date.now() / 1000) + 3_600),
      nonce: toHex(crypto.getRandomValues(new Uint8Array(32))),
    },
  };
  const signature = await privateKeyToAccount(from.key).signTypedData({
    domain: { ...USDC_DOMAIN, chainId: CHAIN_ID, verifyingContract: USDC_ADDRESS },
    ...{ types: TYPES, primaryType: "TransferWithAuthorization", message },
  });
  const { validAfter, validBefore, nonce } = message;
  const transaction = await relay.writeContract({
    ...({ address: USDC_ADDRESS, abi: USDC, functionName: "transferWithAuthorization" } as const),
    args: [from.address, to, amount, validAfter, validBefore, nonce, signature],
  });
  await mined(transaction);
  return { transaction, nonce, validBefore: String(validBefore), amount };
}

/** A sale as the till leaves it, on a facilitator's word; by default of a payment that did move. */
async function sell(of: Buyer = buyer, change: { transaction?: Hex } = {}): Promise<string> {
  const ledger = await import("@/lib/payments/ledger/ledger");
  const paid = await pay(of, merchant.account.address);
  const payer = of.address.toLowerCase();
  const paymentKey = `${BASE}:${USDC_ADDRESS}:${payer}:${paid.nonce}`.toLowerCase();
  const claim = {
    ...{ paymentKey, owner: randomHex(8), leaseMs: 60_000, fingerprint: "f", secret: "", idempotency: "" },
    ...({ entry: ROUTE, payer, rail: "x402-evm", walletProved: false, slots: DEFAULT_LIMITS.slots } as const),
    ...{ bindingKey: null, network: "192.0.2.0/24", household: "192.0.2.7", request: "{}" },
  };
  const evidence = {
    ...{ from: of.address, to: merchant.account.address, value: String(PRICE), asset: USDC_ADDRESS },
    ...{ nonce: paid.nonce, validBefore: paid.validBefore },
  };
  const facts = { network: BASE, payer, amount: String(PRICE) };
  await ledger.begin(claim, { claim: "with slot", resume: true });
  await ledger.writeIntent(claim, {
    ...{ evidence: JSON.stringify(evidence), facts: JSON.stringify(facts), answer: "{}" },
    ...{ effects: [], reserve: [], binding: null },
  });
  const receipt = {
    ...{ rail: "x402-evm", transaction: change.transaction ?? paid.transaction, ...facts, at: Date.now() },
  };
  await ledger.markSaid(claim, JSON.stringify(receipt), { by: "https://facilitator.example", resend: "" });
  return paymentKey;
}

/** SIGN-IN-WITH-X for this very body, as the guide says. */
const signed = async (body: object, by: Buyer = buyer, change: Partial<SignIn> = {}): Promise<string> =>
  proofHeader(
    await evmProof(by.key, ORIGIN + PATH, { resources: [await resourceFor("POST", body, PATH)], ...change }),
  );

async function give(body: object, sent: { proof?: string; by?: Buyer; unsigned?: true } = {}) {
  const proof = sent.proof ?? (sent.unsigned ? undefined : await signed(body, sent.by));
  const response = await service.giveFeedback(body, proof === undefined ? {} : { proof });
  const { status } = response;
  const answer: unknown = await response.json();
  if ([200, 202, 422].includes(status)) return { status, ...giveFeedbackDocumentation.output.parse(answer) };
  return { status, ...(answer as { code: string; error: string }) }; // the ApiError body
}
type Given = Extract<Awaited<ReturnType<typeof give>>, { state: string }>;
/** All of its members are there once it is ready. */
type Ready = { [Name in keyof Given]-?: NonNullable<Given[Name]> };
const ready = async (body: object, by = buyer): Promise<Ready> => {
  const given = await give(body, { by });
  expect(given).toMatchObject({ status: 200, ok: true, state: "ready" });
  return given as Ready; // shown by its state
};

/** The prepared call, sent by the wallet that it names, as it is. */
async function sendFrom({ key, address }: Buyer, { to, data, gas }: Ready["call"]) {
  await createTestClient({ ...connection(chain), mode: "anvil" }).setBalance({ address, value: 10n ** 18n });
  const wallet = createWalletClient({ ...connection(chain), account: privateKeyToAccount(key) });
  return mined(await wallet.sendTransaction({ to: to as Hex, data: data as Hex, gas: BigInt(gas ?? 0) })); // the route's own hex
}

/** What the ledger's database holds; beside it only requests are counted. */
const held = async () => (await world.store.redis.keys("*")).filter((key) => !key.startsWith("svc:counters"));
const kept = () => world.store.redis.keys("svc:agents:feedback:*");

describe("rating this service", () => {
  it("warns first, and writes nothing and looks nothing up until it is told to publish", async () => {
    const asked = { payment: await sell(), value: 90 };
    const before = await held();
    const consent = await give(asked, { unsigned: true });
    expect(consent).toMatchObject({ status: 200, ok: false, state: "consent" });
    expect(consent).toMatchObject({
      warning: expect.stringMatching(/who|wallet.*paid.*amount.*route/s),
      sign: await resourceFor("POST", { ...asked, publish: true }, PATH),
    });
    expect(await held()).toEqual(before);
    const unknown = { ...asked, payment: `${BASE}:${USDC_ADDRESS}:${buyer.address}:0x${"0".repeat(64)}` };
    expect(await give(unknown, { unsigned: true })).toMatchObject({ status: 200, state: "consent" });
  });

  it("puts feedback on chain whose hash is of the very bytes at its address, with the payment as proof", async () => {
    const payment = await sell();
    const { call, file, feedbackUri, feedbackHash } = await ready({
      ...{ payment, value: 87, text: "Fresh, and the parts add up.", publish: true },
    });
    expect(call).toMatchObject({ chainId: CHAIN_ID, to: REPUTATION_REGISTRY_ADDRESS, from: buyer.address });
    expect(file).toMatchObject({
      ...{ agentRegistry: `${BASE}:${IDENTITY_REGISTRY_ADDRESS}`, agentId: Number(serviceToken), value: 87 },
      ...{ clientAddress: `${BASE}:${buyer.address}`, tag1: "starred", tag2: "intel-tvl" },
      endpoint: ORIGIN + ROUTE,
      proofOfPayment: {
        ...{ fromAddress: buyer.address.toLowerCase(), toAddress: merchant.account.address.toLowerCase() },
        ...{ chainId: String(CHAIN_ID), network: BASE, asset: USDC_ADDRESS, amount: String(PRICE) },
        txHash: JSON.parse(String(await world.store.redis.hget(`svc:ledger:{${payment}}:record`, "receipt")))
          .transaction,
      },
    });
    const { logs } = await sendFrom(buyer, call);
    const [event] = parseEventLogs({ abi: REPUTATION, logs });
    expect(event?.args).toMatchObject({
      ...{
        agentId: serviceToken,
        clientAddress: buyer.address,
        feedbackIndex: 1n,
        value: 87n,
        valueDecimals: 0,
      },
      ...{ tag1: "starred", tag2: "intel-tvl", endpoint: ORIGIN + ROUTE, feedbackURI: feedbackUri },
    });
    const served = await service.feedback(new URL(feedbackUri).searchParams.get("id") ?? "");
    const bytes = await served.text();
    expect(keccak256(toHex(bytes))).toBe(event?.args.feedbackHash);
    expect(event?.args.feedbackHash).toBe(feedbackHash);
    expect(feedbackDocumentation.output.parse(JSON.parse(bytes))).toEqual(file);
  });

  it("looks for the money itself, and refuses a sale that rests on a facilitator's word alone", async () => {
    const lied = await sell(buyer, { transaction: toHex(crypto.getRandomValues(new Uint8Array(32))) });
    await enter({ TRUST_SEARCH_AFTER_MS: "600000" });
    const body = { payment: lied, value: 100, publish: true };
    expect(await give(body)).toMatchObject({ status: 202, ok: false, state: "pending" });
    for (const [trust, reason] of [
      ["unbacked", "not_backed"],
      ["disputed", "not_backed"],
      ["reorganised", "not_backed"],
    ]) {
      await world.store.redis.hset(`svc:ledger:{${lied}}:record`, { trust });
      expect(await give(body)).toMatchObject({ status: 422, state: "refused", reason });
    }
    await world.store.redis.hset(`svc:ledger:{${lied}}:record`, { state: "refunded" });
    expect(await give(body)).toMatchObject({ status: 422, reason: "refunded" });
    expect(await kept()).toEqual([]);
  });

  it("is written once a payment: the same again is the same file, other words are a 409, and a copy wins no race", async () => {
    const payment = await sell();
    const body = { payment, value: 60, text: "Slow.", publish: true };
    const all = await Promise.all(Array.from({ length: 6 }, () => give(body)));
    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const hashes = new Set(all.map((one) => ("feedbackHash" in one ? one.feedbackHash : "")));
    expect(hashes.size).toBe(1);
    expect(await give({ ...body, value: 61 })).toMatchObject({ status: 409, code: "already_taken" });
    expect(await give({ ...body, text: "Fast." })).toMatchObject({ status: 409, code: "already_taken" });
    expect(await kept()).toHaveLength(1);
  });

  it("takes the paying wallet's sign-in for this very body, and no other proof", async () => {
    const body = { payment: await sell(), value: 90, publish: true };
    expect(await give(body, { unsigned: true })).toMatchObject({ status: 403, code: "not_owner" });
    const stranger = await newBuyer();
    const theirs = await give(body, { by: stranger });
    expect(theirs).toMatchObject({ status: 403, code: "not_owner" });
    const unknown = { ...body, payment: body.payment.replace(/.{8}$/, "00000000") };
    const nothing = await give(unknown);
    expect([nothing.status, nothing]).toMatchObject([403, { error: "error" in theirs ? theirs.error : "" }]);
    const forAnother = await signed({ ...body, value: 1 });
    expect(await give(body, { proof: forAnother })).toMatchObject({ status: 400 });
    const forRegistration = await signed(body, buyer, { resources: [await resourceFor("POST", body)] });
    expect(await give(body, { proof: forRegistration })).toMatchObject({ status: 400 });
    const once = await signed(body);
    expect(await give(body, { proof: once })).toMatchObject({ status: 200, state: "ready" });
    const other = { payment: await sell(), value: 90, publish: true };
    expect(await give(other, { proof: once })).toMatchObject({ status: 400 });
    expect(await kept()).toHaveLength(1);
  });

  it("refuses the service's own wallets, and whoever owns its token or acts for it", async () => {
    const body = { payment: await sell(), value: 100, publish: true };
    const self = { ...body, clientAddress: merchant.account.address };
    expect(await give(self)).toMatchObject({ status: 422, reason: "own_agent" });
    const to = { address: IDENTITY_REGISTRY_ADDRESS, abi: REGISTRY } as const;
    const approve = (operator: Hex) =>
      merchant.writeContract({ ...to, functionName: "approve", args: [operator, serviceToken] }).then(mined);
    await approve(buyer.address);
    expect(await give(body)).toMatchObject({ status: 422, reason: "own_agent" });
    expect(await give({ ...body, clientAddress: relay.account.address })).toMatchObject({
      reason: "own_agent",
    });
    await approve(relay.account.address);
    expect(await give({ ...body, clientAddress: relay.account.address })).toMatchObject({
      reason: "own_agent",
    });
    expect(await give(body)).toMatchObject({ status: 200, state: "ready" });
  });

  it("names another wallet as the one that gives it, which the paying wallet signed for", async () => {
    const client = await newBuyer();
    const { call, file } = await ready({
      ...{ payment: await sell(), value: 70, clientAddress: client.address, publish: true },
    });
    expect([call.from, file.clientAddress]).toEqual([client.address, `${BASE}:${client.address}`]);
    const { logs } = await sendFrom(client, call);
    expect(parseEventLogs({ abi: REPUTATION, logs })[0]?.args.clientAddress).toBe(client.address);
  });

  it.each([0, 100])("takes the very ends of its scale: %i", async (value) => {
    const { call, file } = await ready({ payment: await sell(), value, publish: true });
    expect(file).toMatchObject({ value, valueDecimals: 0 });
    const { logs } = await sendFrom(buyer, call);
    expect(parseEventLogs({ abi: REPUTATION, logs })[0]?.args.value).toBe(BigInt(value));
  });

  it("is a 404 while the service holds no token, and a 422 where the token is none", async () => {
    const body = { payment: await sell(), value: 70, publish: true };
    await enter({ AGENT_TOKEN_ID: "" });
    expect(await give(body)).toMatchObject({ status: 404, code: "not_found" });
    // Nobody is asked to consent or to sign before.
    for (const asked of [body, { ...body, publish: false }])
      expect(await give(asked, { unsigned: true })).toMatchObject({ status: 404, code: "not_found" });
    await enter({ AGENT_TOKEN_ID: "999999" });
    expect(await give(body)).toMatchObject({ status: 422, reason: "not_on_chain" });
  });

  it.each<[string, object]>([
    ["neither a payment nor an agent", { value: 1 }],
    ["both", { payment: "x", agent: "agt_00", transaction: `0x${"0".repeat(64)}`, value: 1 }],
    ["an agent without a transaction", { agent: "agt_00", value: 1 }],
    ["101 of 100", { payment: "x", value: 101 }],
    ["half a point", { payment: "x", value: 0.5 }],
    ["a tag that is no word", { payment: "x", value: 1, tag: "<b>" }],
    ["a secret key among its words", { value: 1, text: `0x${"ab".repeat(32)}`, payment: "real" }],
    ["more words than a line", { value: 1, text: "long ".repeat(60), payment: "real" }],
  ])("refuses %s before anything else", async (_, body) => {
    const payment = `${BASE}:${USDC_ADDRESS}:${buyer.address}:0x${"1".repeat(64)}`;
    const real =
      "payment" in body
        ? { ...body, ...(body.payment === "x" || body.payment === "real" ? { payment } : {}) }
        : body;
    expect(await give({ ...real, publish: true })).toMatchObject({ status: 400, code: "invalid_request" });
  });

  it("warns of a private key where a wallet's address is wanted, and repeats nothing of it", async () => {
    const key = generatePrivateKey();
    const body = { payment: `${BASE}:${USDC_ADDRESS}:${buyer.address}:0x${"1".repeat(64)}`, value: 1 };
    const refused = JSON.stringify(await give({ ...body, clientAddress: key }, { unsigned: true }));
    expect(refused).toMatch(/compromised/);
    expect(refused).not.toContain(key.slice(2));
  });

  it("shows markup and direction marks of its words to nobody", async () => {
    const text = "<img src=x onerror=alert(1)>Good\u202Edoog\u0000";
    const { file } = await ready({ payment: await sell(), value: 70, text, publish: true });
    expect(file.text).not.toMatch(/[<>\u202E\u0000]/u);
  });
});

describe("rating another agent", () => {
  interface Peer {
    id: string;
    wallet: Wallet;
    token: bigint;
    uri: string;
  }
  /** A registered agent that is linked to its token. */
  async function newPeer(): Promise<Peer> {
    const wallet = await newWallet(chain);
    const registered = await service.post({ evmAddress: wallet.account.address });
    const { agent } = (await registered.json()) as { agent: { id: string; registrationUrl: string } }; // shown by the tests of registration
    const token = await register(wallet, agent.registrationUrl);
    const logs = await relay.getLogs({ address: IDENTITY_REGISTRY_ADDRESS, fromBlock: 0n });
    const txHash = logs.at(-1)?.transactionHash;
    expect((await service.link({ id: agent.id, txHash })).status).toBe(200);
    return { id: agent.id, wallet, token, uri: agent.registrationUrl };
  }

  it("rests on the x402 payment that its wallet got, and counts on chain", async () => {
    const peer = await newPeer();
    const { transaction } = await pay(buyer, peer.wallet.account.address, 1_234n);
    const body = { agent: peer.id, transaction, value: 95, tag: "handoff", publish: true };
    const { call, file } = await ready(body);
    expect(file).toMatchObject({
      ...{ agentId: Number(peer.token), tag2: "handoff" },
      proofOfPayment: {
        ...{ fromAddress: buyer.address.toLowerCase(), toAddress: peer.wallet.account.address.toLowerCase() },
        ...{ txHash: transaction, amount: "1234" },
      },
    });
    expect(file).not.toHaveProperty("endpoint");
    const { logs } = await sendFrom(buyer, call);
    expect(parseEventLogs({ abi: REPUTATION, logs })[0]?.args).toMatchObject({
      agentId: peer.token,
      value: 95n,
    });
    const upper = { ...body, transaction: transaction.toUpperCase().replace("0X", "0x"), value: 5 };
    expect(await give(upper)).toMatchObject({ status: 409, code: "already_taken" });
  });

  it("is given once a payment, to the one that the payer names of several agents with the paid wallet", async () => {
    const wallet = await newWallet(chain);
    const peers: string[] = [];
    for (const more of [{}, { solAddress: SOLANA_ADDRESS }]) {
      const registered = await service.post({ evmAddress: wallet.account.address, ...more });
      const { agent } = (await registered.json()) as { agent: { id: string; registrationUrl: string } }; // shown by the tests of registration
      await register(wallet, agent.registrationUrl);
      const logs = await relay.getLogs({ address: IDENTITY_REGISTRY_ADDRESS, fromBlock: 0n });
      expect((await service.link({ id: agent.id, txHash: logs.at(-1)?.transactionHash })).status).toBe(200);
      peers.push(agent.id);
    }
    const { transaction } = await pay(buyer, wallet.account.address);
    const both = await Promise.all(
      peers.map((agent) => give({ agent, transaction, value: 100, publish: true })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await kept()).toHaveLength(1);
    const { transaction: next } = await pay(buyer, wallet.account.address);
    for (const agent of peers) {
      const { status } = await give({ agent, transaction: next, value: 100, publish: true });
      expect(status).toBe(agent === peers[0] ? 200 : 409);
    }
  });

  it("is refused for a payment to somebody else, a gift of others, a plain transfer, and one that failed", async () => {
    const [peer, other] = [await newPeer(), await newPeer()];
    const body = { agent: peer.id, value: 95, publish: true };
    const { transaction } = await pay(buyer, other.wallet.account.address);
    expect(await give({ ...body, transaction })).toMatchObject({ status: 422, reason: "no_payment" });
    const { transaction: theirs } = await pay(await newBuyer(), peer.wallet.account.address);
    expect(await give({ ...body, transaction: theirs })).toMatchObject({ status: 422, reason: "no_payment" });
    await mintUsdc(chain, relay.account.address, PRICE);
    const token = { address: USDC_ADDRESS, abi: USDC } as const;
    const plain = await relay.writeContract({
      ...({ ...token, functionName: "transfer" } as const),
      args: [peer.wallet.account.address, 1n],
    });
    await mined(plain);
    expect(await give({ ...body, transaction: plain })).toMatchObject({ status: 422, reason: "no_payment" });
    const failed = await relay.writeContract({
      ...({ ...token, functionName: "transfer", gas: 100_000n } as const),
      args: [peer.wallet.account.address, 10n ** 18n],
    });
    await relay.waitForTransactionReceipt({ hash: failed });
    expect(await give({ ...body, transaction: failed })).toMatchObject({ status: 422, reason: "failed" });
    const nowhere = toHex(crypto.getRandomValues(new Uint8Array(32)));
    expect(await give({ ...body, transaction: nowhere })).toMatchObject({ status: 202, state: "pending" });
    await enter({ AGENT_LINK_CONFIRMATIONS: "50" });
    const { transaction: young } = await pay(buyer, peer.wallet.account.address);
    expect(await give({ ...body, transaction: young })).toMatchObject({ status: 202, state: "pending" });
    expect(await kept()).toEqual([]);
  });

  it("is refused to the agent itself, and for one that is not registered, not linked, or whose token moved", async () => {
    const peer = await newPeer();
    const { transaction } = await pay(buyer, peer.wallet.account.address);
    const body = { agent: peer.id, transaction, value: 95, publish: true };
    const own = { ...body, clientAddress: peer.wallet.account.address };
    expect(await give(own)).toMatchObject({ status: 422, reason: "own_agent" });
    expect(await give({ ...body, agent: "agt_00" })).toMatchObject({ status: 404 });
    const unlinked = await service.post({ evmAddress: (await newWallet(chain)).account.address });
    const { agent } = (await unlinked.json()) as { agent: { id: string } }; // shown by the tests of registration
    expect(await give({ ...body, agent: agent.id })).toMatchObject({ status: 422, reason: "not_on_chain" });
    const to = { address: IDENTITY_REGISTRY_ADDRESS, abi: REGISTRY } as const;
    const args = [peer.token, "https://example.com/"] as const;
    await mined(await peer.wallet.writeContract({ ...to, functionName: "setAgentURI", args }));
    expect(await give(body)).toMatchObject({ status: 422, reason: "not_on_chain" });
  });
});

describe("a file that is taken down", () => {
  it("is a 404 that says why, and its payment backs no other", async () => {
    vi.stubEnv("OPERATOR_SECRET", "o".repeat(32));
    await enter();
    const body = { payment: await sell(), value: 60, text: "Something unlawful.", publish: true };
    const { feedbackId } = await ready(body);
    const { POST } = await import("@/app/api/operator/hidden-feedback/route");
    const hide = (secret: string, reason = "illegal") =>
      POST(
        new Request(`${ORIGIN}/api/operator/hidden-feedback`, {
          method: "POST",
          headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
          body: JSON.stringify({ id: feedbackId, reason }),
        }),
      );
    expect((await hide("x".repeat(32))).status).toBe(404);
    expect((await service.feedback(feedbackId)).status).toBe(200);
    expect((await hide("o".repeat(32))).status).toBe(200);
    expect(await (await hide("o".repeat(32), "spam")).json()).toMatchObject({ reason: "illegal" });
    const gone = await service.feedback(feedbackId);
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining("illegal")]);
    expect(await give(body)).toMatchObject({ status: 409, code: "already_taken" });
    expect(JSON.stringify(await world.store.redis.mget(...(await kept())))).not.toContain("unlawful");
  });
});
