import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { rpcClient } from "@/lib/payments/chain/json-rpc";
import { commandToCreate, lookAtReceivingAccount } from "@/lib/payments/chain/receiving-account";
import { merchant } from "@/lib/payments/rails/merchant";

/** An instance looks until a node has answered once, and says once that none does. */
let isKnown = false;
let hasSaidUnread = false;

function sayUnread(why: string): void {
  if (!hasSaidUnread) log.warn("receiving_account_unread", { why });
  hasSaidUnread = true;
}

/**
 * Logs, once an instance, that our USDC account on Solana can't receive. The build has looked at it too; meanwhile the
 * wallet may have been changed, or the account closed. A local world makes its own. Never throws.
 */
export async function watchReceivingAccount(signal: AbortSignal): Promise<void> {
  const { SOLANA_RPC_URL: url, LOCAL_WORLD } = env();
  const { networks, solanaPayTo: wallet } = merchant();
  if (isKnown || LOCAL_WORLD === true || url === undefined || wallet === undefined) return;
  const mint = networks.solana.usdc;
  try {
    const found = await lookAtReceivingAccount(rpcClient(url, signal), wallet, mint);
    if (found.kind === "unknown") return sayUnread(found.why);
    isKnown = true;
    const { kind, account } = found;
    if (kind === "missing")
      log.error("receiving_account_missing", { wallet, account, create: commandToCreate(wallet, mint) });
    else if (kind !== "ready") log.error("receiving_account_unusable", { wallet, account, why: kind });
  } catch (error) {
    isKnown = true; // no node knows more of a wallet that is none
    log.error("receiving_account_unusable", { wallet, why: describe(error) });
  }
}
