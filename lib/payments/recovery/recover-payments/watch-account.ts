import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { rpcClient } from "@/lib/chains/json-rpc";
import { commandToCreate, lookAtReceivingAccount } from "@/lib/chains/receiving-account";
import { merchant } from "@/lib/payments/rails/merchant";
import { clearAlarms } from "@/lib/store/alarms";

/** An instance looks until the account is ready, and says each thing that it finds once. */
let isReady = false;
let hasSaidUnread = false;
let said = "";

function sayUnread(why: string): void {
  if (!hasSaidUnread) log.warn("receiving_account_unread", { why });
  hasSaidUnread = true;
}

function sayFault(
  event: "receiving_account_missing" | "receiving_account_unusable",
  fields: Record<string, unknown>,
): void {
  const words = JSON.stringify([event, fields]);
  if (said !== words) log.error(event, fields);
  said = words;
}

/**
 * Logs, once an instance, that our USDC account on Solana can't receive. The build has looked at it too; meanwhile the
 * wallet may have been changed, or the account closed. A local world makes its own. Never throws.
 */
export async function watchReceivingAccount(signal: AbortSignal): Promise<void> {
  const { SOLANA_RPC_URL: url, LOCAL_WORLD } = env();
  const { networks, solanaPayTo: wallet } = merchant();
  if (isReady || LOCAL_WORLD === true || url === undefined || wallet === undefined) return;
  const mint = networks.solana.usdc;
  try {
    const found = await lookAtReceivingAccount(rpcClient(url, signal), wallet, mint);
    if (found.kind === "unknown") return sayUnread(found.why);
    const { kind, account } = found;
    if (kind === "missing")
      return sayFault("receiving_account_missing", {
        wallet,
        account,
        create: commandToCreate(wallet, mint),
      });
    if (kind !== "ready") return sayFault("receiving_account_unusable", { wallet, account, why: kind });
    isReady = true;
    await clearAlarms("receiving_account_missing", "receiving_account_unusable");
  } catch (error) {
    sayFault("receiving_account_unusable", { wallet, why: describe(error) });
  }
}
