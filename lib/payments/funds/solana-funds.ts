import * as z from "zod";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { solanaNodes } from "@/lib/chains/nodes";
import { readTokenAccount } from "@/lib/chains/token-account";
import { batchedReadings } from "./batching";
import { type Funds, fundsBy, type Reading } from "./funds";

const Account = z.object({ data: z.tuple([z.string(), z.literal("base64")]) }).nullable();
const Accounts = z.object({ context: z.object({ slot: z.int() }), value: z.array(Account) });

/**
 * Reads token accounts from one node, in their order, on the newest state that it has: a wallet that was funded a moment ago
 * has its money there. Throws when the node can't be asked.
 */
export async function readSolanaAccounts(
  callRpc: RpcClient,
  accounts: readonly string[],
): Promise<Reading[]> {
  const options = { encoding: "base64", commitment: "processed" };
  const { context, value } = Accounts.parse(await callRpc("getMultipleAccounts", [accounts, options]));
  return value.map((account) => {
    const held = account && readTokenAccount(account.data[0]);
    const reading = {
      balance: held?.amount ?? 0n,
      blocked: held?.frozen === true ? ("issuer" as const) : null,
      at: context.slot,
    };
    return account === null ? { ...reading, missing: true } : reading;
  });
}

/** The readings of one token account, each as part of a batch. */
const solanaReadings = batchedReadings(readSolanaAccounts);

/** What our nodes show of a token account, of which `amount` (base units) of `asset` is to be paid. */
export const solanaFunds = (account: string, amount: string, asset: string): Promise<Funds> =>
  fundsBy(solanaNodes(), solanaReadings(account), {
    ...{ key: account, amount: BigInt(amount), asset, unit: "slot" },
  });
