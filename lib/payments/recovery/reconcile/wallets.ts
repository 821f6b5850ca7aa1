import { env } from "@/lib/env";
import type { Arrivals } from "@/lib/chains/arrivals";
import { evmTokenBalance, solanaTokenBalance } from "@/lib/chains/balances";
import { evmArrivals } from "@/lib/chains/evm-arrivals";
import { rpcClient, type RpcClient } from "@/lib/chains/json-rpc";
import { solanaArrivals } from "@/lib/chains/solana-arrivals";
import { solanaMoves } from "@/lib/chains/solana-moved";
import { associatedAccount, tokenAccountOf } from "@/lib/chains/associated-account";
import { accountOf } from "@/lib/payments/ledger/totals";
import { merchant } from "@/lib/payments/rails/merchant";
import { TOKEN_PROGRAM } from "@/lib/chains/solana-programs";
import { ownTokenMoves } from "@/lib/payments/token/moves";
import { ownToken } from "@/lib/payments/token/own-token";
import { worthOfQuoted } from "@/lib/payments/token/worth";
import { IN_USDC, type Receiving } from "./by-transaction";

/** A wallet that receives an asset, and how what it holds is read. */
export interface Wallet {
  network: string;
  /** Its contract or mint. */
  asset: string;
  /** The wallet's own address, as its chain's transfers name it. */
  payTo: string;
  /** Where the ledger counts what was sold for it. */
  account: string;
  balance: () => Promise<bigint>;
  /** How what arrives there is listed. */
  arrivals: () => Promise<Arrivals>;
  least: Receiving["least"];
  worthOf: Receiving["worthOf"];
}

type Merchant = ReturnType<typeof merchant>;

function evmWallet({ networks: { evm }, evmPayTo }: Merchant, ask: RpcClient | null): Wallet[] {
  if (evmPayTo === undefined || ask === null) return [];
  const payTo = evmPayTo.toLowerCase();
  return [
    {
      ...{ network: evm.id, asset: evm.usdc, payTo, account: accountOf(evm.id) },
      balance: () => evmTokenBalance(ask, evm.usdc, payTo),
      arrivals: () => Promise.resolve(evmArrivals(ask, evm, payTo)),
      ...IN_USDC,
    },
  ];
}

function solanaWallet({ networks: { solana }, solanaPayTo }: Merchant, ask: RpcClient | null): Wallet[] {
  if (solanaPayTo === undefined || ask === null) return [];
  const token = { mint: solana.usdc, program: TOKEN_PROGRAM };
  return [
    {
      ...{ network: solana.id, asset: solana.usdc, payTo: solanaPayTo, account: accountOf(solana.id) },
      balance: () => solanaTokenBalance(ask, token, solanaPayTo),
      arrivals: async () =>
        solanaArrivals(ask, await tokenAccountOf(solanaPayTo, solana.usdc), (transaction) =>
          solanaMoves(ask, solana, transaction),
        ),
      ...IN_USDC,
    },
  ];
}

/** What is not burned of payments in the own token goes to a wallet of its own, and is compared apart. */
function treasury({ networks: { solana } }: Merchant, ask: RpcClient | null): Wallet[] {
  const token = ownToken();
  if (token === null || ask === null) return [];
  const { mint: asset, treasury: payTo } = token;
  return [
    {
      ...{ network: solana.id, asset, payTo, account: accountOf(solana.id, asset) },
      balance: () => solanaTokenBalance(ask, token, payTo),
      arrivals: async () => {
        const account = await associatedAccount(payTo, asset, token.program);
        return solanaArrivals(ask, account, (transaction) =>
          ownTokenMoves(ask, { network: solana.id, token, account }, transaction),
        );
      },
      least: 1n,
      worthOf: (payment, at) => worthOfQuoted(token, solana.id, payment, at),
    },
  ];
}

/** The wallets that receive, of the chains that a node of ours tells of. */
export function wallets(signal: AbortSignal): Wallet[] {
  const { EVM_RPC_URL, SOLANA_RPC_URL } = env();
  const client = (url: string | undefined) => (url === undefined ? null : rpcClient(url, signal));
  const [base, solana] = [client(EVM_RPC_URL), client(SOLANA_RPC_URL)];
  const ours = merchant();
  return [...evmWallet(ours, base), ...solanaWallet(ours, solana), ...treasury(ours, solana)];
}
