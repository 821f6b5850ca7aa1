import * as z from "zod";
import type { RpcClient } from "./json-rpc";
import { associatedAccount } from "./associated-account";

/** ERC-20 `balanceOf(address)`; a test recomputes it from its signature. */
export const BALANCE_OF = "0x70a08231";

const Quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/);
const TokenBalance = z.object({ value: z.object({ amount: z.string().regex(/^\d+$/) }) });

/** What an address holds of an ERC-20 token, in base units. */
export async function evmTokenBalance(callRpc: RpcClient, token: string, owner: string): Promise<bigint> {
  const data = BALANCE_OF + owner.toLowerCase().replace(/^0x/, "").padStart(64, "0");
  return BigInt(Quantity.parse(await callRpc("eth_call", [{ to: token, data }, "latest"])));
}

/** What a wallet holds of a token of either program in its associated account, in base units. */
export async function solanaTokenBalance(
  callRpc: RpcClient,
  { mint, program }: { mint: string; program: string },
  owner: string,
): Promise<bigint> {
  const account = await associatedAccount(owner, mint, program);
  const balance = await callRpc("getTokenAccountBalance", [account, { commitment: "confirmed" }]);
  return BigInt(TokenBalance.parse(balance).value.amount);
}
