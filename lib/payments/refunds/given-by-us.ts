import { env } from "@/lib/env";
import { merchant } from "../rails/merchant";
import { sameWallet } from "./record";

/** The wallets that refunds are sent from, each in its one spelling: those that receive, and those that the operators named. */
function refundWallets(): ReadonlySet<string> {
  const { evmPayTo, solanaPayTo } = merchant();
  const named = [evmPayTo, solanaPayTo, ...env().REFUND_WALLETS].filter((wallet) => wallet !== undefined);
  return new Set(named.map(sameWallet));
}

/**
 * What a transaction took from our wallets in all, in base units; negative where they gained. Whom it went through on its way
 * to the payer does not matter: a splitter may have paid several. A payer who is one of ours has not given it to themselves.
 */
export function givenByUs(gains: ReadonlyMap<string, bigint>, payer: string): bigint {
  let given = 0n;
  for (const wallet of refundWallets()) if (wallet !== sameWallet(payer)) given -= gains.get(wallet) ?? 0n;
  return given;
}
