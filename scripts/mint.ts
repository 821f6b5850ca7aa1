/** `npm run mint`: mints a signal's certificate from the creator's own wallet, for people without a page to click on. */
import { readFileSync } from "node:fs";
import { createKeyPairSignerFromBytes, type KeyPairSigner } from "@solana/kit";
import * as z from "zod";
import { lookAtMint, sendMint, signMint, stateOf } from "../lib/lounge/mint/make-mint";
import { mintAddressOf, termsFields } from "../lib/lounge/mint/terms";
import { SIGNAL_ID } from "../lib/lounge/vocabulary";
import { rpcClient, type RpcClient } from "../lib/chains/json-rpc";

const USAGE = `npm run mint -- <service> <signal>

  SOLANA_KEYPAIR   file of the creator's wallet, as solana-keygen writes it (a JSON array of 64 bytes)
  SOLANA_RPC_URL   a node of the chain that the service is on

  signs one transaction: a Token-2022 mint of one token at the address derived from the wallet and the signal, with this
  signal's certificate hash, that nobody can mint, freeze or change; waits until it is finalized, and has it recorded`;

class Stop extends Error {}

const Token = z.object({
  certificateHash: z.string(),
  mint: z.string().nullable(),
  mintTerms: z
    .object({ address: z.string(), name: z.string(), symbol: z.string(), uri: z.string() })
    .nullable(),
});
const Refused = z.object({ error: z.string() });
const Recorded = z.object({ ok: z.boolean(), message: z.string() });
const Signatures = z.array(z.object({ signature: z.string(), err: z.unknown() }));
const Keypair = z.array(z.int().min(0).max(255)).length(64);

const POLL_MS = 2_000;
const LONGEST_MS = 120_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function ask<S extends z.ZodType>(url: string, schema: S, body?: unknown): Promise<z.output<S>> {
  const response = await fetch(
    url,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  const said: unknown = await response.json().catch(() => null);
  const answer = schema.safeParse(said);
  if (answer.success) return answer.data;
  const refused = Refused.safeParse(said);
  throw new Stop(
    refused.success
      ? refused.data.error
      : `${url} answered ${response.status}, and nothing that is understood.`,
  );
}

/** Has a mint recorded by the first of the transactions that made it. Throws Stop with what was said of the last. */
async function record(
  origin: string,
  signalId: string,
  mint: string,
  signatures: readonly string[],
): Promise<void> {
  let why = "The mint is there, and the node knows no transaction of it.";
  for (const signature of signatures) {
    const recorded = await ask(`${origin}/api/lounge-rwa-record-mint`, Recorded, {
      ...{ signalId, mint, signature },
    });
    if (recorded.ok) return console.log(`${recorded.message} ${mint}`);
    why = recorded.message;
  }
  throw new Stop(why);
}

/** Waits until a transaction is final. Throws Stop for one that failed, or takes too long. */
async function settled(node: RpcClient, signature: string): Promise<void> {
  for (const until = Date.now() + LONGEST_MS; ; await pause(POLL_MS)) {
    const state = await stateOf(node, signature);
    if (state === "final") return;
    if (state === "failed") throw new Stop(`The transaction ${signature} failed.`);
    if (Date.now() > until)
      throw new Stop(`It is not finalized yet. Run this again later: a second mint is not made.`);
  }
}

async function mint(origin: string, signalId: string, creator: KeyPairSigner, node: RpcClient) {
  const token = await ask(`${origin}/api/rwa-token?signalId=${signalId}`, Token);
  if (token.mintTerms === null)
    throw new Stop("There is no mint of this signal: its creator has no Solana wallet, or it was hidden.");
  const { address: at, ...terms } = token.mintTerms;
  if (token.mint === at) return console.log(`${signalId} is minted already: ${at}`);
  if ((await lookAtMint(node, at)).isMinted) {
    // An earlier run was cut off after it had sent. Only lamports can have come before what made the mint.
    const known = Signatures.parse(await node("getSignaturesForAddress", [at])).reverse();
    const good = known.filter(({ err }) => err === null).map(({ signature }) => signature);
    return record(origin, signalId, at, good);
  }
  if ((await mintAddressOf(creator.address, signalId)) !== at)
    throw new Stop(`The wallet ${creator.address} is not this signal's creator: nothing was signed.`);
  const fields = termsFields(token.certificateHash);
  const made = await signMint(node, { creator, signalId, terms: { ...terms, fields } });
  await sendMint(node, made);
  console.log(`sent ${made.signature}; waiting until it is finalized`);
  await settled(node, made.signature);
  return record(origin, signalId, at, [made.signature]);
}

async function main([service = "", signalId = "", ...rest]: readonly string[]): Promise<number> {
  const { SOLANA_KEYPAIR: keypair, SOLANA_RPC_URL: node } = process.env;
  if (
    service === "" ||
    !SIGNAL_ID.test(signalId) ||
    rest.length > 0 ||
    keypair === undefined ||
    node === undefined
  )
    return (console.log(USAGE), 2);
  const bytes = Keypair.parse(JSON.parse(readFileSync(keypair, "utf8")));
  const creator = await createKeyPairSignerFromBytes(Uint8Array.from(bytes));
  await mint(service.replace(/\/+$/, ""), signalId, creator, rpcClient(node));
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  return 1;
});
