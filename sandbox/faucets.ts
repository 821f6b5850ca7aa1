import { getAddress } from "viem";
import { mintUsdc } from "./chains/evm/usdc";

/** USDC for a Base address in the sandbox, in base units. */
export const fundEvm = (rpcUrl: string, owner: string, amount: bigint): Promise<unknown> =>
  mintUsdc({ rpcUrl }, getAddress(owner), amount);

async function askChain(url: string, body: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} refused: ${response.status} ${await response.text()}`);
}

const askFaucet = (rpcUrl: string, gift: Readonly<Record<string, string>>): Promise<void> =>
  askChain(`${rpcUrl}/faucet`, gift);

/** Moves the Solana chain's time ahead, by a day at most. */
export const advanceChain = (rpcUrl: string, ms: number): Promise<void> =>
  askChain(`${rpcUrl}/advance`, { ms: String(ms) });

/** USDC for a Solana wallet in the sandbox, in base units. Its token account is made if need be; 0 only makes it. */
export const fundSolana = (rpcUrl: string, owner: string, amount: bigint): Promise<void> =>
  askFaucet(rpcUrl, { owner, amount: String(amount) });

/** SOL for a Solana wallet in the sandbox, in lamports: the sender of a transaction pays its fee. */
export const fundSolanaFees = (rpcUrl: string, owner: string, lamports: bigint): Promise<void> =>
  askFaucet(rpcUrl, { owner, lamports: String(lamports) });

/** Another token of the sandbox's for a Solana wallet, in base units; 0 only makes its account. */
export const fundToken = (rpcUrl: string, mint: string, owner: string, amount: bigint): Promise<void> =>
  askFaucet(rpcUrl, { owner, mint, amount: String(amount) });
