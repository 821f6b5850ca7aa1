import { decodePaymentResponseHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { type Hex, keccak256, parseAbi, parseEventLogs, toHex } from "viem";
import { expect, it } from "vitest";
import * as z from "zod";
import { usdcOf } from "@/lib/chains/networks";
import { newWallet } from "@/sandbox/chains/evm/client";
import {
  IDENTITY_REGISTRY_ADDRESS,
  REPUTATION_REGISTRY_ADDRESS,
  USDC_DOMAIN,
} from "@/sandbox/chains/evm/network";
import { resourceFor } from "../support/agents";
import {
  asHeader,
  type Chain,
  CHAINS,
  newAddress,
  newPayer,
  payFor,
  type Payer,
  post,
} from "../support/service";
import { world } from "../support/world";

/** All of it as an agent from outside: by the service's addresses, its own two wallets, and what documents tell. */
const sandbox = world();
const { origin } = sandbox;
const IDENTITY = "/api/agent-identity";
const FEEDBACK = `${IDENTITY}-feedback`;
const TVL = "/api/svc-intel-tvl";
const REGISTRY = `eip155:${sandbox.evm.chainId}:${IDENTITY_REGISTRY_ADDRESS}`;
const NEW_FEEDBACK = parseAbi([
  "event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)",
]);

const hex = z.templateLiteral(["0x", z.string()]);
const Call = z.object({
  chainId: z.literal(sandbox.evm.chainId),
  from: hex,
  to: hex,
  data: hex,
  gas: z.string(),
});
const Agent = z.object({
  id: z.string(),
  cardUrl: z.url(),
  registrationUrl: z.url(),
  verified: z.boolean().optional(),
});
const Registration = z.object({
  registrations: z.array(z.object({ agentId: z.int(), agentRegistry: z.string() })),
  supportedTrust: z.array(z.string()),
});
const File = z.object({
  ...{ agentRegistry: z.string(), agentId: z.int(), clientAddress: z.string(), value: z.number() },
  endpoint: z.string().optional(),
  proofOfPayment: z.record(z.string(), z.string()),
});
const Given = z.object({
  ...{ state: z.literal("ready"), feedbackUri: z.url(), feedbackHash: hex, file: File, call: Call },
});

type Wallets = Record<Chain, Payer>;
const newWallets = async (): Promise<Wallets> => ({
  base: await newPayer(sandbox, "base"),
  solana: await newPayer(sandbox, "solana"),
});

async function read<T extends z.ZodType>(
  schema: T,
  url: string,
  init: RequestInit = {},
): Promise<z.output<T>> {
  const headers = { "x-forwarded-for": newAddress(), ...init.headers };
  return schema.parse(await (await fetch(url, { ...init, headers })).json());
}

/** Longer than a payment takes to be final on either chain. */
const FINAL_MS = 60_000;

/** Sends a free call until the chain has caught up with it; each attempt is signed anew by `by`, where one is to sign. */
async function send<T extends z.ZodType>(
  schema: T,
  path: string,
  body: object,
  by?: Payer,
): Promise<z.output<T>> {
  const until = Date.now() + FINAL_MS;
  for (;;) {
    const resources = [await resourceFor("POST", body, path)];
    const headers = by && { "sign-in-with-x": await by.signIn(origin + path, { resources }) };
    const response = await post({ origin, path, body, ...(headers && { headers }) });
    const answer: unknown = await response.json();
    if (response.status !== 202 || Date.now() > until) {
      expect([response.status, answer]).toMatchObject([200, {}]);
      return schema.parse(answer);
    }
    const wait = Number(response.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 2) * 1000));
  }
}

/** Sends a prepared call from the wallet that it names, exactly as it was prepared. */
async function sendCall({ base }: Wallets, { from, to, data, gas }: z.output<typeof Call>) {
  expect(from).toBe(base.address);
  const wallet = await newWallet(sandbox.evm, base.secret as Hex); // hexadecimal on Base
  const hash = await wallet.sendTransaction({ to, data, gas: BigInt(gas) });
  const receipt = await wallet.waitForTransactionReceipt({ hash });
  expect(receipt.status).toBe("success");
  return { hash, logs: receipt.logs };
}

/** Registers the pair, proves both of its wallets, and links it to a token that its own wallet registers. */
async function newAgent(wallets: Wallets): Promise<{ id: string; agentId: number }> {
  const { base, solana } = wallets;
  const body = { name: "Walker", solAddress: solana.address, evmAddress: base.address };
  await send(z.object({ agent: Agent }), IDENTITY, body, base);
  const { agent, card } = await send(
    z.object({ agent: Agent, card: z.object({ accounts: z.array(z.object({ verified: z.boolean() })) }) }),
    ...([IDENTITY, body, solana] as const),
  );
  expect(card.accounts).toMatchObject([{ verified: true }, { verified: true }]);
  const { call } = await read(z.object({ call: Call }), `${origin}${IDENTITY}-erc8004?id=${agent.id}`);
  const { hash } = await sendCall(wallets, call);
  const linked = z.object({ state: z.literal("linked") });
  await send(linked, `${IDENTITY}-erc8004`, { id: agent.id, txHash: hash });
  const { registrations } = await read(Registration, agent.registrationUrl);
  expect(registrations).toMatchObject([{ agentRegistry: REGISTRY }]);
  const { erc8004 } = await read(
    z.object({ erc8004: z.object({ agentId: z.string(), onChain: z.literal(true) }) }),
    agent.cardUrl,
  );
  expect(erc8004.agentId).toBe(String(registrations[0]?.agentId));
  return { id: agent.id, agentId: Number(erc8004.agentId) };
}

/** Pays a wallet that is not the service's, by x402, as any seller's challenge asks for it; a facilitator sends it. */
async function payPeer(chain: Chain, payer: Payer, payTo: string): Promise<string> {
  const [facilitator] = sandbox.facilitators;
  const network = chain === "base" ? (`eip155:${sandbox.evm.chainId}` as const) : sandbox.solana.network;
  const accepted = {
    ...{
      scheme: "exact",
      network,
      amount: "1234",
      asset: usdcOf(network) ?? "",
      payTo,
      maxTimeoutSeconds: 60,
    },
    extra: chain === "base" ? USDC_DOMAIN : { feePayer: facilitator?.feePayer },
  };
  const asked: PaymentRequired = {
    ...{ x402Version: 2, resource: { url: "https://peer.example/work" }, accepts: [accepted] },
  };
  const paymentPayload = await payer.client.createPaymentPayload(asked);
  const settled = z.object({ success: z.literal(true), transaction: z.string() });
  const { transaction } = await read(settled, `${facilitator?.url}/settle`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: accepted }),
  });
  return transaction;
}

/** Asks first, then publishes and sends the call: what the chain then tells, and the file that it leads to. */
async function rate(wallets: Wallets, payer: Payer, what: object) {
  const body = { ...what, value: 88, text: "As promised.", clientAddress: wallets.base.address };
  const consent = z.object({ state: z.literal("consent"), warning: z.string(), sign: z.string() });
  const { sign, warning } = await send(consent, FEEDBACK, body);
  const published = { ...body, publish: true };
  expect(sign).toBe(await resourceFor("POST", published, FEEDBACK));
  expect(warning).toMatch(/wallet that paid.*amount.*route/s);
  const { call, file, feedbackUri, feedbackHash } = await send(Given, FEEDBACK, published, payer);
  expect(call.to).toBe(REPUTATION_REGISTRY_ADDRESS);
  const { logs } = await sendCall(wallets, call);
  const [event] = parseEventLogs({ abi: NEW_FEEDBACK, logs });
  expect(event?.args).toMatchObject({
    ...{ agentId: BigInt(file.agentId), clientAddress: wallets.base.address, value: 88n },
    ...{ feedbackURI: feedbackUri, feedbackHash },
  });
  const bytes = await (await fetch(feedbackUri, { headers: { "x-forwarded-for": newAddress() } })).text();
  expect(keccak256(toHex(bytes))).toBe(event?.args.feedbackHash);
  expect(File.parse(JSON.parse(bytes))).toEqual(file);
  return file;
}

it.concurrent.each(CHAINS)(
  "an agent that paid on %s links itself, and rates on chain the service and a peer with the payments as proof",
  async (chain) => {
    const [own, theirs] = [await newWallets(), await newWallets()];
    const [agent, peer] = [await newAgent(own), await newAgent(theirs)];
    const payer = own[chain];

    const payment = asHeader(await payFor(origin, TVL, payer));
    const bought = await post({ origin, path: TVL, payment, headers: { "x-agent-id": agent.id } });
    expect(bought.status).toBe(200);
    const { transaction } = decodePaymentResponseHeader(bought.headers.get("payment-response") ?? "");
    const receipt = await read(z.object({ payment: z.string() }), `${origin}/api/receipt`, {
      headers: { "payment-signature": payment },
    });
    const service = await read(Registration, `${origin}/.well-known/agent-registration.json`);
    expect(service.supportedTrust).toContain("reputation");
    const ofService = await rate(own, payer, { payment: receipt.payment });
    expect([{ agentId: ofService.agentId, agentRegistry: ofService.agentRegistry }]).toEqual(
      service.registrations,
    );
    expect(ofService).toMatchObject({
      ...{ endpoint: origin + TVL, clientAddress: `eip155:${sandbox.evm.chainId}:${own.base.address}` },
      proofOfPayment: { txHash: transaction, amount: "20000" },
    });

    const paid = await payPeer(chain, payer, theirs[chain].address);
    const ofPeer = await rate(own, payer, { agent: peer.id, transaction: paid });
    expect(ofPeer).toMatchObject({ agentId: peer.agentId, proofOfPayment: { txHash: paid, amount: "1234" } });
    expect(ofPeer.agentId).not.toBe(ofService.agentId);
  },
  3 * FINAL_MS,
);
