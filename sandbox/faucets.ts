import { getAddress } from "viem";
import { mintUsdc } from "./chains/evm/usdc";

/** USDC for a Base address in the sandbox, in base units. */
export const fundEvm = (rpcUrl: string, owner: string, amount: bigint): Promise<unknown> =>
  mintUsdc({ rpcUrl }, getAddress(owner), amount);

/** USDC for a Solana wallet in the sandbox, in base units. Its token account is made if need be; 0 only makes it. */
export async function fundSolana(rpcUrl: string, owner: string, amount: bigint): Promise<void> {
  const response = await fetch(`${rpcUrl}/faucet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ owner, amount: String(amount) }),
  });
  if (!response.ok) throw new Error(`the faucet refused: ${response.status} ${await response.text()}`);
}
