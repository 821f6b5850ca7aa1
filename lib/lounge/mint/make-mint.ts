import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from "@solana/kit";
import { isRecord } from "@/lib/is-record";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { TOKEN_2022 } from "../verifier/on-chain";
import { mintBytes, mintInstructions } from "./instructions";
import { mintAddressOf, type MintTerms } from "./terms";

/**
 * Makes a signal's mint by a chain's JSON-RPC, whoever carries it: a page asks through this service, a program its own
 * node. Only calls of the relay's closed list are made.
 */

export interface ToMint {
  creator: TransactionSigner;
  signalId: string;
  terms: MintTerms;
}

/** A signed transaction that makes a mint; nothing is sent yet. */
export interface SignedMint {
  mint: string;
  /** Base58: what the transaction is known by. */
  signature: string;
  /** Base64. */
  wire: string;
}

/** What a transaction of two accounts costs beside their rent, in lamports: one signature. */
const FEE = 5_000n;
/** An associated token account of Token-2022, with its one extension. */
const TOKEN_ACCOUNT_BYTES = 170;

class UnreadableReply extends Error {
  override name = "UnreadableReply";
}

const valueOf = (reply: unknown): unknown => {
  if (!isRecord(reply) || !("value" in reply)) throw new UnreadableReply("the node's reply has no value");
  return reply.value;
};

async function rentOf(ask: RpcClient, bytes: number): Promise<bigint> {
  const rent = await ask("getMinimumBalanceForRentExemption", [bytes]);
  if (typeof rent !== "number") throw new UnreadableReply("the node told no rent");
  return BigInt(rent);
}

/** What stands at a mint's address now: how many lamports, and whether it is minted already. */
export async function lookAtMint(
  ask: RpcClient,
  at: string,
): Promise<{ lamports: bigint; isMinted: boolean }> {
  const account = valueOf(await ask("getAccountInfo", [at, { encoding: "base64", commitment: "confirmed" }]));
  if (account === null) return { lamports: 0n, isMinted: false };
  if (!isRecord(account)) throw new UnreadableReply("the node told no account");
  return { lamports: BigInt(Number(account.lamports)), isMinted: account.owner === TOKEN_2022 };
}

/** What minting takes from the creator's wallet, in lamports: the rent of two accounts, and the fee of one signature. */
export async function costOf(ask: RpcClient, mint: string, terms: MintTerms): Promise<bigint> {
  const [rents, held] = await Promise.all([
    Promise.all([rentOf(ask, mintBytes(address(mint), terms).all), rentOf(ask, TOKEN_ACCOUNT_BYTES)]),
    lookAtMint(ask, mint),
  ]);
  const [mintRent, tokenRent] = rents;
  return (mintRent > held.lamports ? mintRent - held.lamports : 0n) + tokenRent + FEE;
}

/** Has the creator sign the one transaction. Throws what asking or the wallet throws. */
export async function signMint(ask: RpcClient, { creator, signalId, terms }: ToMint): Promise<SignedMint> {
  const at = await mintAddressOf(creator.address, signalId);
  const { lamports: held } = await lookAtMint(ask, at);
  const { mint, instructions } = await mintInstructions({
    ...{ creator, signalId, terms, held },
    rent: (bytes) => rentOf(ask, bytes),
  });
  const latest = valueOf(await ask("getLatestBlockhash", [{ commitment: "confirmed" }]));
  if (!isRecord(latest) || typeof latest.blockhash !== "string")
    throw new UnreadableReply("the node told no blockhash");
  const lifetime = {
    blockhash: blockhash(latest.blockhash),
    lastValidBlockHeight: BigInt(Number(latest.lastValidBlockHeight)),
  };
  const transaction = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(creator, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  );
  return {
    mint,
    signature: getSignatureFromTransaction(transaction),
    wire: getBase64EncodedWireTransaction(transaction),
  };
}

/** Sends it. Throws what asking throws: a refusal of the chain's own among that. */
export async function sendMint(ask: RpcClient, { wire }: SignedMint): Promise<void> {
  await ask("sendTransaction", [wire, { encoding: "base64", preflightCommitment: "confirmed" }]);
}

/** What became of a transaction that was sent a moment ago; `open` as long as nobody can tell. */
export async function stateOf(ask: RpcClient, signature: string): Promise<"open" | "final" | "failed"> {
  const statuses = valueOf(await ask("getSignatureStatuses", [[signature]]));
  const status: unknown = Array.isArray(statuses) ? statuses[0] : null;
  if (!isRecord(status)) return "open";
  if (status.err !== null && status.err !== undefined) return "failed";
  return status.confirmationStatus === "finalized" ? "final" : "open";
}
