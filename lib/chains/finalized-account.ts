import * as z from "zod";
import type { RpcClient } from "./json-rpc";
import type { ChainAccount } from "./token-mint";

const Account = z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal("base64")]) }).nullable();
const AccountInfo = z.object({ value: Account });
const Accounts = z.object({ value: z.array(Account) });

const FINALIZED = { encoding: "base64", commitment: "finalized" } as const;

const accountFrom = (read: z.infer<typeof Account>): ChainAccount | null =>
  read === null ? null : { owner: read.owner, data: read.data[0] };

/** An account as it is finalized; null where there is none. */
export async function finalizedAccount(ask: RpcClient, address: string): Promise<ChainAccount | null> {
  return accountFrom(AccountInfo.parse(await ask("getAccountInfo", [address, FINALIZED])).value);
}

/** Accounts as they are finalized, all at one slot, in that order. */
export async function finalizedAccounts(
  ask: RpcClient,
  addresses: readonly string[],
): Promise<(ChainAccount | null)[]> {
  return Accounts.parse(await ask("getMultipleAccounts", [addresses, FINALIZED])).value.map(accountFrom);
}
