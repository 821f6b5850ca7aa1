import { getBase58Decoder } from "@solana/kit";
import * as z from "zod";
import { base64ToBytes } from "@/lib/http/base64";
import { describe } from "@/lib/http/log";
import { TOKEN_PROGRAM } from "./solana-programs";
import type { RpcClient } from "./json-rpc";
import { tokenAccountOf } from "./associated-account";

/**
 * What a node says of the token account that buyers pay into: a transfer to one that is missing, frozen or somebody
 * else's fails or is lost. Nobody makes it on the way: x402's `exact` scheme lets a payment carry no such instruction.
 */
export type ReceivingAccount =
  | { kind: "ready" | "missing" | "frozen" | "another's"; account: string }
  | { kind: "unknown"; account: string; why: string };

const AccountInfo = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) }).nullable(),
});

/** SPL token account: the wallet that owns it, behind the mint, and its state; `spl_token::state::Account`. */
const LAYOUT = { bytes: 165, owner: 32, ownerEnd: 64, state: 108, frozen: 2 } as const;

function judge(info: z.output<typeof AccountInfo>["value"], wallet: string) {
  if (info === null || info.owner !== TOKEN_PROGRAM) return "missing"; // anyone can send lamports to its address
  const data = base64ToBytes(info.data[0]);
  if (data.length !== LAYOUT.bytes) return "missing";
  if (getBase58Decoder().decode(data.subarray(LAYOUT.owner, LAYOUT.ownerEnd)) !== wallet) return "another's";
  return data[LAYOUT.state] === LAYOUT.frozen ? "frozen" : "ready";
}

/** Looks at a wallet's associated account of a mint. Throws only when the wallet is no Solana address. */
export async function lookAtReceivingAccount(
  callRpc: RpcClient,
  wallet: string,
  mint: string,
): Promise<ReceivingAccount> {
  const account = await tokenAccountOf(wallet, mint);
  try {
    const answer = await callRpc("getAccountInfo", [
      account,
      { encoding: "base64", commitment: "confirmed" },
    ]);
    return { kind: judge(AccountInfo.parse(answer).value, wallet), account };
  } catch (error) {
    return { kind: "unknown", account, why: describe(error) };
  }
}

/** How a person makes the account, with the tool of the token program's authors; the node's address may hold a key. */
export const commandToCreate = (wallet: string, mint: string): string =>
  `spl-token create-account ${mint} --owner ${wallet} --fee-payer <keypair file> --url "$SOLANA_RPC_URL"`;
