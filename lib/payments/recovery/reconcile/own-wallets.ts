import * as z from "zod";
import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { rpcClient } from "@/lib/chains/json-rpc";
import { evmNodes, solanaNodes } from "@/lib/chains/nodes";
import { merchant } from "@/lib/payments/rails/merchant";
import { clearAlarms } from "@/lib/store/alarms";

/** `isBlacklisted(address)` of USDC's contract: one that is can neither receive nor send. */
const IS_BLACKLISTED = "0xfe575a87";
/** What ten transfers of USDC cost at a gas price of 0.1 gwei on Base, and 100 on Solana at its usual fees. */
const LEAST = { wei: 65_000n * 100_000_000n * 10n, lamports: 1_000_000n };

const Hex = z.string().regex(/^0x[0-9a-f]+$/i);
const Lamports = z.object({ value: z.number() });

type Fault = "receiving_address_blacklisted" | "refund_wallet_lacks_gas";

/** Whether wallets were named, and none of them can pay for a transfer. */
const isPoor = (balances: readonly bigint[], least: bigint): boolean =>
  balances.length > 0 && balances.every((balance) => balance < least);

async function onBase(node: string, payTo: string, wallets: readonly string[]): Promise<Fault[]> {
  const ask = rpcClient(node);
  const data = IS_BLACKLISTED + payTo.slice(2).toLowerCase().padStart(64, "0");
  const call = { to: merchant().networks.evm.usdc, data };
  const isBlacklisted = BigInt(Hex.parse(await ask("eth_call", [call, "latest"]))) !== 0n;
  const balances = await Promise.all(
    wallets.map(async (wallet) => BigInt(Hex.parse(await ask("eth_getBalance", [wallet, "latest"])))),
  );
  return [
    ...(isBlacklisted ? (["receiving_address_blacklisted"] as const) : []),
    ...(isPoor(balances, LEAST.wei) ? (["refund_wallet_lacks_gas"] as const) : []),
  ];
}

async function onSolana(node: string, wallets: readonly string[]): Promise<Fault[]> {
  const ask = rpcClient(node);
  const balances = await Promise.all(
    wallets.map(async (wallet) => BigInt(Lamports.parse(await ask("getBalance", [wallet])).value)),
  );
  return isPoor(balances, LEAST.lamports) ? ["refund_wallet_lacks_gas"] : [];
}

/**
 * Logs where USDC's issuer has blacklisted our wallet on Base, and where none of REFUND_WALLETS on a chain can pay for a
 * transfer. A look without either clears their alarms; a node that does not tell changes nothing. Never throws.
 */
export async function watchOwnWallets(): Promise<void> {
  const { evmPayTo, networks } = merchant();
  const { REFUND_WALLETS } = env();
  const [evm] = evmNodes();
  const [solana] = solanaNodes();
  const ofBase = REFUND_WALLETS.filter((wallet) => wallet.startsWith("0x"));
  const ofSolana = REFUND_WALLETS.filter((wallet) => !wallet.startsWith("0x"));
  try {
    const [base, other] = await Promise.all([
      evm === undefined || evmPayTo === undefined ? [] : onBase(evm, evmPayTo, ofBase),
      solana === undefined ? [] : onSolana(solana, ofSolana),
    ]);
    for (const fault of base) log.error(fault, { network: networks.evm.id });
    for (const fault of other) log.error(fault, { network: networks.solana.id });
    const found = [...base, ...other];
    const faults: readonly Fault[] = ["receiving_address_blacklisted", "refund_wallet_lacks_gas"];
    const over = faults.filter((fault) => !found.includes(fault));
    if (over.length > 0) await clearAlarms(...over);
  } catch (error) {
    log.warn("own_wallets_unread", { why: describe(error) });
  }
}
