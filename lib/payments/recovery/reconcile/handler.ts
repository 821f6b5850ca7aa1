import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { log } from "@/lib/http/log";
import { evmTokenBalance, solanaTokenBalance } from "@/lib/payments/chain/balances";
import { rpcClient } from "@/lib/payments/chain/json-rpc";
import { keepSnapshot, lastSnapshot, totalOf } from "@/lib/payments/ledger/totals";
import { merchant } from "@/lib/payments/rails/merchant";
import { now } from "@/lib/time";
import type { reconcileEntry } from "./entry";

/** A wallet that receives, and how its USDC is read; null where the chain can't be asked. */
interface Wallet {
  network: string;
  balance: () => Promise<bigint>;
}

function wallets(signal: AbortSignal): Wallet[] {
  const { networks, evmPayTo, solanaPayTo } = merchant();
  const { EVM_RPC_URL, SOLANA_RPC_URL } = env();
  const evm =
    evmPayTo === undefined || EVM_RPC_URL === undefined
      ? []
      : [
          {
            network: networks.evm.id,
            balance: () => evmTokenBalance(rpcClient(EVM_RPC_URL, signal), networks.evm.usdc, evmPayTo),
          },
        ];
  const solana =
    solanaPayTo === undefined || SOLANA_RPC_URL === undefined
      ? []
      : [
          {
            network: networks.solana.id,
            balance: () =>
              solanaTokenBalance(rpcClient(SOLANA_RPC_URL, signal), networks.solana.usdc, solanaPayTo),
          },
        ];
  return [...evm, ...solana];
}

async function compare({ network, balance }: Wallet) {
  const [held, { taken, open }, before] = await Promise.all([
    balance(),
    totalOf(network),
    lastSnapshot(network),
  ]);
  await keepSnapshot(network, { balance: String(held), taken: String(taken), at: now() });
  if (before === null) return { network, since: null, received: null, sold: null, difference: null, open };
  const received = held - BigInt(before.balance);
  const sold = taken - BigInt(before.taken);
  const difference = received - sold;
  const report = {
    network,
    since: new Date(before.at).toISOString(),
    received: String(received),
    sold: String(sold),
    difference: String(difference),
    open,
  };
  if (difference !== 0n) log.error("books_differ", report);
  return report;
}

/**
 * Compares what the receiving wallets gained since the last comparison with what the ledger says was sold. More
 * received than sold: a payer was not served. Less: money was withdrawn, or never came.
 */
export const reconcile: Handler<typeof reconcileEntry> = async (_, { signal }) => ({
  answer: { ok: true, chains: await Promise.all(wallets(signal).map(compare)) },
  effects: [],
});
