/**
 * Runs before every build: the receiving wallets must be addresses, and with a Solana node set, the account that receives USDC must
 * exist, since no buyer's payment makes it. Ends with 1, and with the command that makes it, when it surely does not; a node that
 * doesn't answer fails no build.
 */
import "./env-files";
import { parseEnv } from "../lib/env";
import { rpcClient } from "../lib/payments/chain/json-rpc";
import { commandToCreate, lookAtReceivingAccount } from "../lib/payments/chain/receiving-account";
import { checkReceivingWallets } from "../lib/payments/receiving-wallets";
import { NETWORKS } from "../lib/payments/rails/networks";

const settings = parseEnv({ ...process.env, NODE_ENV: "production" });
checkReceivingWallets(settings);
const { NETWORK, SOLANA_PAY_TO: wallet, SOLANA_RPC_URL: url } = settings;

/** What is wrong with the account, in words that tell what to do; null when it can receive. */
async function defect(owner: string, node: string): Promise<string | null> {
  const mint = NETWORKS[NETWORK].solana.usdc;
  const found = await lookAtReceivingAccount(rpcClient(node), owner, mint).catch(() => null);
  switch (found?.kind) {
    case undefined:
      return `SOLANA_PAY_TO, ${owner}, is no address on Solana.`;
    case "missing":
      return `SOLANA_PAY_TO, ${owner}, has no USDC account on ${NETWORK}, so that every payment on Solana would fail. Make it (${found.account}), once:\n\n  ${commandToCreate(owner, mint)}\n`;
    case "frozen":
      return `The USDC account of SOLANA_PAY_TO, ${found.account}, is frozen: no payment reaches it. Receive with another wallet.`;
    case "another's":
      return `The USDC account of SOLANA_PAY_TO, ${found.account}, was given to another wallet: payments would be theirs. Receive with another wallet.`;
    case "unknown":
      console.warn(
        `Not checked whether SOLANA_PAY_TO has a USDC account: the node at SOLANA_RPC_URL did not say (${found.why}).`,
      );
      return null;
    case "ready":
      return null;
  }
}

const wrong = wallet === undefined || url === undefined ? null : await defect(wallet, url);
if (wrong !== null) {
  console.error(wrong);
  process.exitCode = 1;
}
