import { address, createSolanaRpc } from "@solana/kit";
import { getAddress } from "viem";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { usdcBalance } from "./chains/evm/usdc";
import type { World } from "./world";

/** USDC of a Base address in the sandbox, in base units. */
export const evmBalance = ({ evm }: Pick<World, "evm">, owner: string): Promise<bigint> =>
  usdcBalance(evm, getAddress(owner));

/** USDC of a Solana wallet in the sandbox, in base units; zero without a token account. */
export async function solanaBalance({ solana }: Pick<World, "solana">, owner: string): Promise<bigint> {
  const account = address(await tokenAccountOf(owner, solana.usdcMint));
  const rpc = createSolanaRpc(solana.rpcUrl);
  const commitment = "confirmed";
  const { value: exists } = await rpc.getAccountInfo(account, { encoding: "base64", commitment }).send();
  if (exists === null) return 0n;
  const { value } = await rpc.getTokenAccountBalance(account, { commitment }).send();
  return BigInt(value.amount);
}
