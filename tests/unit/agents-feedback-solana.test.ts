import {
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { getTransferCheckedInstruction } from "@solana-program/token";
import { createTestClient, createWalletClient, type Hex, parseAbi, parseEventLogs } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import { randomHex } from "@/lib/http/digest";
import { feedbackDocumentation } from "@/lib/identity/feedback/documentation";
import { giveFeedbackDocumentation } from "@/lib/identity/give-feedback/documentation";
import { messageHashOf } from "@/lib/chains/solana-transaction";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { NETWORKS } from "@/lib/chains/networks";
import { type EvmChain, startEvmChain } from "@/sandbox/chains/evm/chain";
import { connection, newWallet } from "@/sandbox/chains/evm/client";
import { IDENTITY_REGISTRY_ADDRESS } from "@/sandbox/chains/evm/network";
import { type SolanaChain, startSolanaChain } from "@/sandbox/chains/solana/chain";
import { agentStore, type Instance, newInstance, ORIGIN, resourceFor } from "../support/agents";
import { proofHeader, solanaProof } from "../support/wallet-proofs";

const PATH = "/api/agent-identity-feedback";
const ROUTE = "/api/svc-intel-tvl";
const PRICE = 20_000n;
const SOLANA = NETWORKS.testnet.solana;
const REGISTRY = parseAbi([
  "function register(string agentURI) returns (uint256)",
  "event Registered(uint256 indexed agentId, string agentURI, address indexed owner)",
]);
const REPUTATION = parseAbi([
  "event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)",
]);

type Wallet = Awaited<ReturnType<typeof newWallet>>;
interface Buyer {
  signer: KeyPairSigner;
  secret: string;
}

let world: Awaited<ReturnType<typeof agentStore>>;
let evm: EvmChain;
let solana: SolanaChain;
let service: Instance;
let merchantEvm: Wallet;
let merchant: KeyPairSigner;
let facilitator: KeyPairSigner;
let serviceToken: bigint;
let buyer: Buyer;
/** The buyer's wallet on Base, which sends the call. */
let client: { key: Hex; address: Hex };

async function newBuyer(): Promise<Buyer> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const signer = await createKeyPairSignerFromPrivateKeyBytes(seed);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", signer.keyPair.publicKey));
  await solana.mintUsdc(signer.address, PRICE * 5n);
  return { signer, secret: getBase58Decoder().decode(new Uint8Array([...seed, ...publicKey])) };
}

async function register(wallet: Wallet, uri: string): Promise<{ token: bigint; txHash: Hex }> {
  const to = { address: IDENTITY_REGISTRY_ADDRESS, abi: REGISTRY } as const;
  const txHash = await wallet.writeContract({ ...to, functionName: "register", args: [uri] });
  const { logs } = await wallet.waitForTransactionReceipt({ hash: txHash });
  return { token: parseEventLogs({ abi: REGISTRY, logs })[0]?.args.agentId ?? -1n, txHash };
}

beforeAll(async () => {
  world = await agentStore();
  [evm, solana] = await Promise.all([startEvmChain({ port: 0 }), startSolanaChain({ port: 0 })]);
  merchantEvm = await newWallet(evm);
  [merchant, facilitator] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  await solana.mintUsdc(merchant.address, 0n);
  await solana.airdrop(facilitator.address, 1_000_000_000n);
  const uri = `${ORIGIN}/.well-known/agent-registration.json`;
  serviceToken = (await register(merchantEvm, uri)).token;
});
afterAll(() => Promise.all([world.store.close(), evm.close(), solana.close()]));
beforeEach(async () => {
  await world.store.redis.flushdb();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  buyer = await newBuyer();
  const key = generatePrivateKey();
  client = { key, address: privateKeyToAccount(key).address };
  world.enter({
    ...{ EVM_RPC_URL: evm.rpcUrl, EVM_PAY_TO: merchantEvm.account.address, AGENT_LINK_CONFIRMATIONS: "1" },
    ...{ SOLANA_RPC_URL: solana.rpcUrl, SOLANA_PAY_TO: merchant.address },
    ...{ AGENT_TOKEN_ID: String(serviceToken) },
  });
  service = await newInstance();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A payment as x402 has it on Solana: the payer signs the transfer, the facilitator pays the fee unless told. Final unless told. */
async function pay(to: string, { isFinal = true, feePayer = facilitator } = {}) {
  const rpc = createSolanaRpc(solana.rpcUrl);
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const [source, destination] = await Promise.all([
    tokenAccountOf(buyer.signer.address, solana.usdcMint),
    tokenAccountOf(to, solana.usdcMint),
  ]);
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (tx) => setTransactionMessageFeePayerSigner(feePayer, tx),
    (tx) => setTransactionMessageLifetimeUsingBlockhash(lifetime, tx),
    (tx) =>
      appendTransactionMessageInstructions(
        [
          getTransferCheckedInstruction({
            ...{ source: address(source), mint: solana.usdcMint, destination: address(destination) },
            ...{ authority: buyer.signer, amount: PRICE, decimals: 6 },
          }),
        ],
        tx,
      ),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  const transaction = await rpc.sendTransaction(wire, { encoding: "base64" }).send();
  if (isFinal) solana.advance(20_000);
  const { blockhash } = lifetime;
  return { transaction, tokenAccount: source, messageHash: await messageHashOf(wire), blockhash };
}

/** A sale as the till leaves it, on a facilitator's word. */
async function sell(): Promise<{ payment: string; transaction: string }> {
  const ledger = await import("@/lib/payments/ledger/ledger");
  const { transaction, ...evidence } = await pay(merchant.address);
  const payer = buyer.signer.address;
  const paymentKey = `${SOLANA.id}:${evidence.messageHash}`.toLowerCase();
  const claim = {
    ...{ paymentKey, owner: randomHex(8), leaseMs: 60_000, fingerprint: "f", secret: "", idempotency: "" },
    ...({ entry: ROUTE, payer, rail: "x402-svm", walletProved: false, slots: DEFAULT_LIMITS.slots } as const),
    ...{ bindingKey: null, network: "192.0.2.0/24", household: "192.0.2.7", request: "{}" },
  };
  const facts = { network: SOLANA.id, payer, amount: String(PRICE) };
  await ledger.begin(claim, { claim: "with slot", resume: true });
  await ledger.writeIntent(claim, {
    ...{ evidence: JSON.stringify(evidence), facts: JSON.stringify(facts), answer: "{}" },
    ...{ effects: [], reserve: [], binding: null },
  });
  const receipt = { ...{ rail: "x402-svm", transaction, ...facts, at: Date.now() } };
  await ledger.markSaid(claim, JSON.stringify(receipt), { by: "https://facilitator.example", resend: "" });
  return { payment: paymentKey, transaction };
}

async function give(body: object, signedBody: object = body) {
  const resources = [await resourceFor("POST", signedBody, PATH)];
  const proof = proofHeader(await solanaProof(buyer.secret, ORIGIN + PATH, { resources }));
  const response = await service.giveFeedback(body, { proof });
  const answer: unknown = await response.json();
  if ([200, 202, 422].includes(response.status))
    return { status: response.status, ...giveFeedbackDocumentation.output.parse(answer) };
  return { status: response.status, ...(answer as { code: string; error: string }) }; // the ApiError body
}

/** The prepared call, sent by the wallet that it names. */
async function sent(call: NonNullable<Extract<Awaited<ReturnType<typeof give>>, { state: string }>["call"]>) {
  const to = connection(evm);
  await createTestClient({ ...to, mode: "anvil" }).setBalance({ address: client.address, value: 10n ** 18n });
  const wallet = createWalletClient({ ...to, account: privateKeyToAccount(client.key) });
  const hash = await wallet.sendTransaction({ to: call.to as Hex, data: call.data as Hex }); // the route's own hex
  const { logs } = await merchantEvm.waitForTransactionReceipt({ hash });
  return parseEventLogs({ abi: REPUTATION, logs })[0]?.args;
}

describe("a payment on Solana", () => {
  it("backs feedback of a sale, which the Solana wallet signs for and a wallet on Base sends", async () => {
    const { payment, transaction } = await sell();
    const body = { payment, value: 90, text: "Quick.", clientAddress: client.address, publish: true };
    const given = await give(body);
    expect(given).toMatchObject({ status: 200, ok: true, state: "ready" });
    if (!("call" in given) || given.call === undefined || given.file === undefined)
      throw new Error("no file");
    expect(given.call.from).toBe(client.address);
    expect(given.file).toMatchObject({
      ...{ agentId: Number(serviceToken), clientAddress: `${NETWORKS.testnet.evm.id}:${client.address}` },
      endpoint: ORIGIN + ROUTE,
      proofOfPayment: {
        ...{ fromAddress: buyer.signer.address, toAddress: merchant.address, txHash: transaction },
        ...{ chainId: SOLANA.id.slice("solana:".length), network: SOLANA.id, amount: String(PRICE) },
        asset: solana.usdcMint,
      },
    });
    expect(await sent(given.call)).toMatchObject({
      ...{ agentId: serviceToken, clientAddress: client.address, value: 90n },
      ...{ feedbackURI: given.feedbackUri, feedbackHash: given.feedbackHash },
    });
    const stored = await service.feedback(given.feedbackId ?? "");
    expect(feedbackDocumentation.output.parse(await stored.json())).toEqual(given.file);
  });

  it("says that the registry is on Base where no wallet there is named, and takes no other than was signed for", async () => {
    const { payment } = await sell();
    const body = { payment, value: 90, publish: true };
    expect(await give(body)).toMatchObject({
      ...{ status: 400, code: "invalid_request" },
      error: expect.stringContaining(
        "`clientAddress`: is needed: a Solana wallet paid, and the registry is on Base",
      ),
    });
    for (const asked of [{ payment }, { agent: `agt_${"0".repeat(32)}`, transaction: "5".repeat(88) }]) {
      const response = await service.giveFeedback({ ...asked, value: 90 }); // before anything is signed
      expect([response.status, await response.text()]).toEqual([
        400,
        expect.stringContaining("`clientAddress`: is needed"),
      ]);
    }
    const swapped = { ...body, clientAddress: merchantEvm.account.address };
    expect((await give(swapped, { ...body, clientAddress: client.address })).status).toBe(400);
    expect(await give({ ...body, clientAddress: merchantEvm.account.address })).toMatchObject({
      ...{ status: 422, reason: "own_agent" },
    });
    expect(await world.store.redis.keys("svc:agents:feedback:*")).toEqual([]);
  });

  it("backs feedback of a peer by the transfer to its proved wallet, once final, and not to a claimed one", async () => {
    const owner = await newWallet(evm);
    const peerSeed = crypto.getRandomValues(new Uint8Array(32));
    const peer = await createKeyPairSignerFromPrivateKeyBytes(peerSeed);
    await solana.mintUsdc(peer.address, 0n);
    const pair = { solAddress: peer.address, evmAddress: owner.account.address };
    const registered = await service.post(pair);
    const { agent } = (await registered.json()) as { agent: { id: string; registrationUrl: string } }; // shown by the tests of registration
    const { token, txHash } = await register(owner, agent.registrationUrl);
    expect((await service.link({ id: agent.id, txHash })).status).toBe(200);
    const { transaction } = await pay(peer.address, { isFinal: false });
    const body = {
      ...{ agent: agent.id, transaction, value: 80, clientAddress: client.address, publish: true },
    };
    expect(await give(body)).toMatchObject({ status: 202, state: "pending" });
    solana.advance(20_000);
    expect(await give(body)).toMatchObject({ status: 422, reason: "no_payment" }); // the address is a mere claim
    const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", peer.keyPair.publicKey));
    const secret = getBase58Decoder().decode(new Uint8Array([...peerSeed, ...publicKey]));
    const resources = [await resourceFor("POST", pair)];
    const proof = proofHeader(await solanaProof(secret, `${ORIGIN}/api/agent-identity`, { resources }));
    expect((await service.post(pair, { proof })).status).toBe(200);
    const given = await give(body);
    expect(given).toMatchObject({ status: 200, state: "ready" });
    if (!("call" in given) || given.call === undefined) throw new Error("no call");
    expect(await sent(given.call)).toMatchObject({ agentId: token, clientAddress: client.address });
    // A transfer whose sender pays the fee is no other to the chain.
    await solana.airdrop(buyer.signer.address, 1_000_000_000n);
    const plain = await pay(peer.address, { feePayer: buyer.signer });
    const next = { ...body, transaction: plain.transaction };
    expect(await give(next)).toMatchObject({ status: 200, state: "ready" });
    buyer = await newBuyer(); // who paid nothing
    expect(await give({ ...next, value: 1 })).toMatchObject({ status: 422, reason: "no_payment" });
  });
});
