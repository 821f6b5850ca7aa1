/** `npm run mint`: mints a signal's certificate from the creator's own wallet, for people without a page to click on. */
import { readFileSync } from "node:fs";
import {
  address as toAddress,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import * as z from "zod";
import { mintInstructions } from "../lib/lounge/mint/instructions";
import { mintAddressOf, mintTermsOf, TOKEN_2022 } from "../lib/lounge/mint/terms";
import { SIGNAL_ID } from "../lib/lounge/vocabulary";

const USAGE = `npm run mint -- <service> <signal>

  SOLANA_KEYPAIR   file of the creator's wallet, as solana-keygen writes it (a JSON array of 64 bytes)
  SOLANA_RPC_URL   a node of the chain that the service is on

  signs one transaction: a Token-2022 mint of one token at the address derived from the wallet and the signal, with this
  signal's certificate hash, that nobody can mint, freeze or change; waits until it is finalized, and has it recorded`;

class Stop extends Error {}

const Token = z.object({
  certificateHash: z.string(),
  log: z.object({ index: z.int() }),
  mint: z.string().nullable(),
});
const Recorded = z.object({ ok: z.boolean(), message: z.string() });

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
  const answer = schema.safeParse(await response.json().catch(() => null));
  if (!answer.success) throw new Stop(`${url} answered ${response.status}, and nothing that is understood.`);
  return answer.data;
}

async function record(
  origin: string,
  made: { signalId: string; mint: string; signature: string },
): Promise<void> {
  const recorded = await ask(`${origin}/api/lounge-rwa-record-mint`, Recorded, made);
  if (!recorded.ok) throw new Stop(recorded.message);
  console.log(`${recorded.message} ${made.mint}`);
}

async function mint(service: string, signalId: string, keypair: string, node: string): Promise<void> {
  const creator = await createKeyPairSignerFromBytes(
    Uint8Array.from(
      z
        .array(z.int().min(0).max(255))
        .length(64)
        .parse(JSON.parse(readFileSync(keypair, "utf8"))),
    ),
  );
  const rpc = createSolanaRpc(node);
  const origin = service.replace(/\/+$/, "");
  const token = await ask(`${origin}/api/rwa-token?signalId=${signalId}`, Token);
  const address = await mintAddressOf(creator.address, signalId);
  if (token.mint === address) return console.log(`${signalId} is minted already: ${address}`);
  const made = await rpc.getAccountInfo(toAddress(address), { encoding: "base64" }).send();
  if (made.value?.owner === TOKEN_2022) {
    // An earlier run was cut off after it had sent: the oldest transaction of the mint is the one that made it.
    const first = (await rpc.getSignaturesForAddress(toAddress(address)).send()).at(-1);
    if (first === undefined) throw new Stop("The mint is there, and the node knows no transaction of it.");
    return record(origin, { signalId, mint: address, signature: first.signature });
  }
  const terms = mintTermsOf(
    { id: signalId, seq: token.log.index, certificateHash: token.certificateHash },
    origin,
  );
  const { mint: at, instructions } = await mintInstructions({
    ...{ creator, signalId, terms },
    rent: async (bytes) => rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send(),
    held: (await rpc.getBalance(toAddress(address)).send()).value,
  });
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const transaction = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(creator, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  );
  const signature = getSignatureFromTransaction(transaction);
  await rpc.sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: "base64" }).send();
  console.log(`sent ${signature}; waiting until it is finalized`);
  for (const until = Date.now() + LONGEST_MS; ; await pause(POLL_MS)) {
    const [status] = (await rpc.getSignatureStatuses([signature]).send()).value;
    if (status?.err) throw new Stop(`The transaction failed: ${JSON.stringify(status.err)}`);
    if (status?.confirmationStatus === "finalized") break;
    if (Date.now() > until)
      throw new Stop(`It is not finalized yet. Run this again later: a second mint is not made.`);
  }
  await record(origin, { signalId, mint: at, signature });
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
  await mint(service, signalId, keypair, node);
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  return 1;
});
