import { parseAbi, type Address, type Hash } from "viem";
import { newWallet, reader, type ChainAddress } from "./client";
import { USDC_ADDRESS } from "./network";

const ABI = parseAbi([
  "function mint(address to, uint256 amount) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
]);
const USDC = { address: USDC_ADDRESS, abi: ABI } as const;

/** Makes `amountBaseUnits` (6 decimals) of USDC for an address. Resolves when the transaction is mined. */
export async function mintUsdc(chain: ChainAddress, to: Address, amountBaseUnits: bigint): Promise<Hash> {
  const wallet = await newWallet(chain);
  const hash = await wallet.writeContract({ ...USDC, functionName: "mint", args: [to, amountBaseUnits] });
  const { status } = await wallet.waitForTransactionReceipt({ hash });
  if (status !== "success") throw new Error(`Minting USDC for ${to} was reverted`);
  return hash;
}

/** USDC of an address, in base units (6 decimals). */
export const usdcBalance = (chain: ChainAddress, address: Address): Promise<bigint> =>
  reader(chain).readContract({ ...USDC, functionName: "balanceOf", args: [address] });
