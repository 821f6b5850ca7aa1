import {
  createKeyPairSignerFromBytes,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  type KeyPairSigner,
  signBytes,
  signTransaction,
} from "@solana/kit";
import { decodePaymentResponseHeader } from "@x402/core/http";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { textToBase64 } from "@/lib/http/base64";
import { signInMessage } from "@/lib/payments/wallet-proof/message";
import { readTokenAccount } from "@/lib/chains/token-account";
import { rpcClient } from "@/lib/chains/json-rpc";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import type { SandboxToken } from "./own-token";
import type { World } from "./world";

/** Where the service is, and the chain with the wallet that pays. */
type Place = Pick<World, "origin" | "solana">;

const Preview = z.object({
  because: z.string().nullable(),
  quote: z
    .object({
      accepted: z.record(z.string(), z.unknown()),
      amounts: z.object({ gross: z.string(), burn: z.string(), treasury: z.string() }),
      transaction: z.string().nullable(),
    })
    .nullable(),
});

const Account = z.object({
  value: z.object({ data: z.tuple([z.string(), z.literal("base64")]) }).nullable(),
});
const ToolResult = z.object({ result: z.object({ isError: z.boolean().optional() }) });
const Supply = z.object({ value: z.object({ amount: z.string() }) });

/** What a purchase in the own token did, in its base units. */
export interface TokenPurchase {
  what: string;
  status: number;
  transaction: string | null;
  asked: { burned: bigint; kept: bigint } | null;
  did: { paid: bigint; burned: bigint; kept: bigint };
}

/** The wallet that pays, and holds the token. */
export const payerSigner = ({ solana }: Pick<World, "solana">): Promise<KeyPairSigner> =>
  createKeyPairSignerFromBytes(getBase58Encoder().encode(solana.payerSecretKey));

const postJson = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** What payer and treasury hold, and how much of the token there is, by the chain alone. */
async function holdings({ solana }: Place, { mint, treasury }: SandboxToken, payer: string) {
  const ask = rpcClient(solana.rpcUrl);
  const held = async (owner: string): Promise<bigint> => {
    const account = await tokenAccountOf(owner, mint);
    const config = { encoding: "base64", commitment: "confirmed" };
    const { value } = Account.parse(await ask("getAccountInfo", [account, config]));
    return (value && readTokenAccount(value.data[0])?.amount) ?? 0n;
  };
  const supply = BigInt(
    Supply.parse(await ask("getTokenSupply", [mint, { commitment: "confirmed" }])).value.amount,
  );
  return { payer: await held(payer), treasury: await held(treasury), supply };
}

/** A quote for a route as a signed payment: the whole transaction that the preview gives, signed by its one wallet. */
export async function quotedPayment(
  { origin }: Place,
  path: string,
  signer: KeyPairSigner,
  headers: Record<string, string> = {},
) {
  const body = { route: path, wallet: signer.address };
  const response = await postJson(`${origin}/api/token-pay-preview`, body, headers);
  if (!response.ok) throw new Error(`no quote for ${path}: ${response.status} ${await response.text()}`);
  const { quote, because } = Preview.parse(await response.json());
  if (quote === null || quote.transaction === null)
    throw new Error(`nothing was quoted for ${path}: ${because}`);
  const bytes = getBase64Encoder().encode(quote.transaction);
  const signed = await signTransaction([signer.keyPair], getTransactionDecoder().decode(bytes));
  const transaction = getBase64EncodedWireTransaction(signed);
  const payload = { x402Version: 2, accepted: quote.accepted, payload: { transaction } };
  const { burn, treasury } = quote.amounts;
  return {
    payment: textToBase64(JSON.stringify(payload)),
    asked: { burned: BigInt(burn), kept: BigInt(treasury) },
  };
}

async function observed(
  world: Place,
  token: SandboxToken,
  what: string,
  call: (
    signer: KeyPairSigner,
  ) => Promise<Pick<TokenPurchase, "status" | "transaction"> & Partial<Pick<TokenPurchase, "asked">>>,
): Promise<TokenPurchase> {
  const signer = await payerSigner(world);
  const before = await holdings(world, token, signer.address);
  const came = await call(signer);
  const after = await holdings(world, token, signer.address);
  const did = {
    paid: before.payer - after.payer,
    burned: before.supply - after.supply,
    kept: after.treasury - before.treasury,
  };
  return { asked: null, ...came, what, did };
}

/** Buys an answer over HTTP. */
export const buyWithToken = (
  world: Place,
  token: SandboxToken,
  path: string,
  body: Record<string, unknown> = {},
): Promise<TokenPurchase> =>
  observed(world, token, `${path}, paid in the own token`, async (signer) => {
    const { payment, asked } = await quotedPayment(world, path, signer);
    const response = await postJson(world.origin + path, body, { "payment-signature": payment });
    await response.text();
    const receipt = response.headers.get("payment-response");
    const transaction = receipt === null ? null : decodePaymentResponseHeader(receipt).transaction;
    return { status: response.status, transaction, asked };
  });

const Receipted = z.object({
  result: z.object({
    isError: z.boolean().optional(),
    _meta: z.object({ "x402/payment-response": z.object({ transaction: z.string() }) }),
  }),
});

/** Buys an answer of the chat. */
export const chatWithToken = (world: Place, token: SandboxToken): Promise<TokenPurchase> =>
  buyWithToken(world, token, "/api/svc", { message: "How does the market stand?" });

/** The same through the tool endpoint. */
export const buyToolWithToken = (
  world: Place,
  token: SandboxToken,
  { path, tool }: { path: string; tool: string },
): Promise<TokenPurchase> =>
  observed(world, token, `the tool ${tool}, paid in the own token`, async (signer) => {
    const { payment, asked } = await quotedPayment(world, path, signer);
    const response = await callTool(world, tool, { paymentSignature: payment });
    const { result } = Receipted.parse(await response.json());
    const { transaction } = result._meta["x402/payment-response"];
    return { status: result.isError === true ? 402 : response.status, transaction, asked };
  });

const callTool = (
  { origin }: Place,
  name: string,
  args: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  postJson(
    `${origin}/api/mcp`,
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
    {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...headers,
    },
  );

/** A holder's claim with its proof for a route, as headers. */
export async function holderClaim(
  { origin, solana }: Place,
  path: string,
  signer: KeyPairSigner,
): Promise<{ "x-token-holder-wallet": string; "sign-in-with-x": string }> {
  const fields = {
    ...{ domain: new URL(origin).host, address: signer.address, uri: origin + path, version: "1" },
    ...{ chainId: solana.network, nonce: randomUUID().replaceAll("-", "") },
    ...{ issuedAt: new Date().toISOString(), resources: [`urn:svc:holder:POST:${path}`] },
  };
  const message = new TextEncoder().encode(signInMessage("Solana", fields));
  const signature = getBase58Decoder().decode(await signBytes(signer.keyPair.privateKey, message));
  const proof = textToBase64(JSON.stringify({ ...fields, type: "ed25519", signature }));
  return { "x-token-holder-wallet": signer.address, "sign-in-with-x": proof };
}

/** Has a raw desk for nothing, by holding the token since yesterday. */
export const callAsHolder = (world: Place, token: SandboxToken, path: string): Promise<TokenPurchase> =>
  observed(world, token, `${path}, free for a holder`, async (signer) => {
    const claim = await holderClaim(world, path, signer);
    const response = await postJson(world.origin + path, {}, { ...claim });
    await response.text();
    return { status: response.status, transaction: response.headers.get("payment-response") };
  });

/** The same through the tool endpoint, where the claim is an argument. */
export const callToolAsHolder = (
  world: Place,
  token: SandboxToken,
  { path, tool }: { path: string; tool: string },
): Promise<TokenPurchase> =>
  observed(world, token, `the tool ${tool}, free for a holder`, async (signer) => {
    const { "x-token-holder-wallet": creditsWallet, ...proof } = await holderClaim(world, path, signer);
    const response = await callTool(world, tool, { creditsWallet }, proof);
    const { result } = ToolResult.parse(await response.json());
    return { status: result.isError === true ? 402 : response.status, transaction: null };
  });

/** Whether an answer came, and the chain shows exactly what was asked for: nothing where it was free. */
export function tokenSucceeded({ status, transaction, asked, did }: TokenPurchase): boolean {
  const { burned, kept } = asked ?? { burned: 0n, kept: 0n };
  const isPaid = asked !== null && burned > 0n;
  return (
    status === 200 &&
    (transaction !== null) === isPaid &&
    did.burned === burned &&
    did.kept === kept &&
    did.paid === burned + kept
  );
}

/** One such purchase in words. */
export function describeTokenPurchase(purchase: TokenPurchase): string {
  const { what, status, transaction, did } = purchase;
  return [
    `${tokenSucceeded(purchase) ? "ok" : "FAILED"}  ${what}: HTTP ${status}`,
    `    paid ${did.paid}, burned ${did.burned}, kept ${did.kept} base units; transaction ${transaction ?? "none"}`,
  ].join("\n");
}
