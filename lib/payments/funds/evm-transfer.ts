import { describe } from "@/lib/http/log";
import { isToBeDeployed } from "@/lib/chains/erc6492";
import { type Signed, transferData } from "@/lib/chains/evm-diagnosis";
import { rpc, RpcError } from "@/lib/chains/json-rpc";
import { REASONS } from "../outcome/reasons";
import type { Funds } from "./funds";

/**
 * Has our node execute a transfer whose signature can't be checked here (ERC-1271, EIP-7702), without sending it, so that
 * no payer borrows a rich account. `funds` is what is known of the account. `unread` if it can't be told, as of an account
 * that is still to be deployed.
 */
export async function executedFunds(
  nodes: readonly string[],
  asset: string,
  signed: Signed,
  funds: Funds,
): Promise<Funds> {
  if (funds.kind !== "shown") return funds;
  if (isToBeDeployed(signed.signature)) return { kind: "unread", why: "the account is not deployed" };
  let why = "no node of this chain is set";
  for (const url of nodes)
    try {
      await rpc(url, "eth_call", [{ to: asset, data: transferData(signed) }, "latest"]);
      return funds;
    } catch (error) {
      if (error instanceof RpcError && /invalid signature|ECRecover/i.test(error.message))
        return { kind: "refused", reason: "invalid_signature", message: REASONS.invalid_signature };
      why = describe(error);
    }
  return { kind: "unread", why };
}
