import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { log } from "@/lib/http/log";
import { evmTokenBalance, solanaTokenBalance } from "@/lib/payments/chain/balances";
import { rpcClient } from "@/lib/payments/chain/json-rpc";
import { accountOf, keepSnapshot, lastSnapshot, totalOf } from "@/lib/payments/ledger/totals";
import { merchant } from "@/lib/payments/rails/merchant";
import { TOKEN_PROGRAM } from "@/lib/payments/rails/networks";
import { ownToken } from "@/lib/payments/token/own-token";
import { now } from "@/lib/time";
import type { reconcileEntry } from "./entry";

/** A wallet that receives an asset, and how what it holds is read. */
interface Wallet {
  network: string;
  /** Its contract or mint. */
  asset: string;
  /** Where the ledger counts it. */
  account: string;
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
            asset: networks.evm.usdc,
            account: accountOf(networks.evm.id),
            balance: () => evmTokenBalance(rpcClient(EVM_RPC_URL, signal), networks.evm.usdc, evmPayTo),
          },
        ];
  const solana =
    solanaPayTo === undefined || SOLANA_RPC_URL === undefined
      ? []
      : [
          {
            network: networks.solana.id,
            asset: networks.solana.usdc,
            account: accountOf(networks.solana.id),
            balance: () =>
              solanaTokenBalance(
                rpcClient(SOLANA_RPC_URL, signal),
                { mint: networks.solana.usdc, program: TOKEN_PROGRAM },
                solanaPayTo,
              ),
          },
        ];
  return [...evm, ...solana, ...treasury(networks.solana.id, signal)];
}

/** What is not burned of payments in the own token goes to a wallet of its own, and is compared apart. */
function treasury(network: string, signal: AbortSignal): Wallet[] {
  const token = ownToken();
  const { SOLANA_RPC_URL } = env();
  if (token === null || SOLANA_RPC_URL === undefined) return [];
  return [
    {
      ...{ network, asset: token.mint, account: accountOf(network, token.mint) },
      balance: () => solanaTokenBalance(rpcClient(SOLANA_RPC_URL, signal), token, token.treasury),
    },
  ];
}

async function compare({ network, asset, account, balance }: Wallet) {
  const [held, { taken, open }, before] = await Promise.all([
    balance(),
    totalOf(account),
    lastSnapshot(account),
  ]);
  await keepSnapshot(account, { balance: String(held), taken: String(taken), at: now() });
  if (before === null)
    return { network, asset, since: null, received: null, sold: null, difference: null, open };
  const received = held - BigInt(before.balance);
  const sold = taken - BigInt(before.taken);
  const difference = received - sold;
  const report = {
    ...{ network, asset },
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
