import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import * as z from "zod";
import { base64ToBytes } from "@/lib/http/base64";
import type { RpcClient } from "@/lib/payments/chain/json-rpc";
import type { ChainAccount } from "@/lib/payments/chain/token-mint";

const AccountInfo = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) }).nullable(),
});
const Landed = z
  .object({
    meta: z.object({ err: z.unknown() }).nullable(),
    transaction: z.tuple([z.string(), z.literal("base64")]),
  })
  .nullable();

/** An account as it is finalized; null where there is none. */
export async function finalizedAccount(ask: RpcClient, address: string): Promise<ChainAccount | null> {
  const config = { encoding: "base64", commitment: "finalized" };
  const { value } = AccountInfo.parse(await ask("getAccountInfo", [address, config]));
  return value === null ? null : { owner: value.owner, data: value.data[0] };
}

/** What keeps a transaction from being the creator's that made the mint, in words; null when nothing does. */
export async function objectionToTransaction(
  ask: RpcClient,
  signature: string,
  { creator, mint }: { creator: string; mint: string },
): Promise<string | null> {
  const config = { encoding: "base64", commitment: "finalized", maxSupportedTransactionVersion: 0 };
  const landed = Landed.parse(await ask("getTransaction", [signature, config]));
  if (landed === null) return "The transaction is not finalized, or there is none.";
  if (landed.meta === null || landed.meta.err !== null) return "The transaction failed.";
  const { messageBytes } = getTransactionDecoder().decode(base64ToBytes(landed.transaction[0]));
  const { header, staticAccounts } = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const signers: readonly string[] = staticAccounts.slice(0, header.numSignerAccounts);
  if (!signers.includes(creator)) return "The signal's creator has not signed the transaction.";
  const named: readonly string[] = staticAccounts;
  return named.includes(mint) ? null : "The transaction has nothing to do with that mint.";
}
