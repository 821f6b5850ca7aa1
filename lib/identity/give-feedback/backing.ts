import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { inspect } from "@/lib/payments/ledger/inspect";
import { readSale } from "@/lib/payments/ledger/trust";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { merchant } from "@/lib/payments/rails/merchant";
import { usdcOf } from "@/lib/chains/networks";
import { movesOf } from "@/lib/payments/refunds/moves-of";
import { checkNow } from "@/lib/payments/trust/check";
import type { Trust } from "@/lib/payments/trust/sale";
import { depthOf, receiptOf, registryNode } from "../erc8004/node";
import { registry } from "../erc8004/registry";

/** A payment as the chain shows it. */
export interface Backing {
  /** Its key, as the till makes it: one for each transfer. */
  key: string;
  payer: string;
  payTo: string;
  network: string;
  transaction: string;
  amount: string;
  asset: string;
  /** What it bought here; left out where it paid somebody else. */
  route?: string;
}

export type Unbacked = "refunded" | "not_backed" | "other_asset" | "no_payment" | "failed";

export type Backed =
  ({ kind: "backed" } & Backing) | { kind: "pending"; why: string } | { kind: "refused"; reason: Unbacked };

const refused = (reason: Unbacked): Backed => ({ kind: "refused", reason });

interface Named {
  network: string;
  transaction: string;
  payer: string;
}
type Paid = (payment: { key: string; payTo: string }) => boolean;

/** The payment of a transaction that `isIt` knows, as the chain shows it. */
async function onChain(
  { network, transaction, payer }: Named,
  isIt: Paid,
  signal: AbortSignal,
): Promise<Backed> {
  const asset = usdcOf(network) ?? "";
  const moves = await movesOf(network, transaction, signal);
  if (moves.kind === "not landed")
    return moves.failed === true ? refused("failed") : { kind: "pending", why: moves.why };
  // An authorization of nothing is a form of payment that pays nothing.
  const payment = moves.payments.find(
    (one) => one.amount > 0n && one.payer === payer && one.payTo !== payer && isIt(one),
  );
  if (payment === undefined) return refused("no_payment");
  const { key, payTo, amount } = payment;
  return { kind: "backed", key, payer, payTo, network, transaction, asset, amount: String(amount) };
}

const OPEN: ReadonlySet<Trust> = new Set(["believed", "unconfirmed"]);

/** One answer for a payment that is unknown and for another wallet's: only its payer may learn that it bought here. */
const notYours = (): ApiError =>
  new ApiError("not_owner", "This wallet has bought nothing here by that payment.");

/**
 * A sale of this service's to a wallet that proved itself, once its money was seen on chain: looked for now where it was not
 * yet. Throws ApiError 403 and 503.
 */
export async function backedBySale(key: string, payer: string, signal: AbortSignal): Promise<Backed> {
  const paymentKey = key.toLowerCase();
  const found = await fromLedger(inspect(paymentKey));
  if (found === null || found.payer !== payer) throw notYours();
  if (found.state === "refunded") return refused("refunded");
  if (found.state !== "settled") return { kind: "pending", why: "it is not settled yet" };
  const first = await fromLedger(readSale(paymentKey));
  if (first !== null && OPEN.has(first.trust)) await checkNow(paymentKey);
  const sale = await fromLedger(readSale(paymentKey));
  if (sale === null || OPEN.has(sale.trust))
    return { kind: "pending", why: "its money was not seen on chain yet" };
  if (sale.trust !== "confirmed") return refused("not_backed");
  const { network, transaction, asset } = sale.receipt;
  if (asset !== undefined && asset !== usdcOf(network)) return refused("other_asset");
  const shown = await onChain({ network, transaction, payer }, (one) => one.key === paymentKey, signal);
  return shown.kind === "backed" ? { ...shown, route: found.entry } : shown;
}

/** A payment that a wallet which proved itself made to one of `wallets`. Throws ApiError 503. */
export async function backedByTransfer(
  transaction: string,
  payer: string,
  wallets: readonly string[],
  signal: AbortSignal,
): Promise<Backed> {
  const { evm, solana } = merchant().networks;
  const isEvm = transaction.startsWith("0x");
  const named = {
    ...{ network: isEvm ? evm.id : solana.id, payer },
    transaction: isEvm ? transaction.toLowerCase() : transaction,
  };
  const shown = await onChain(named, ({ payTo }) => wallets.includes(payTo), signal);
  if (shown.kind !== "backed" || !isEvm) return shown; // Solana's are read where they are final
  const callRpc = await registryNode(registry(), signal);
  const receipt = await receiptOf(callRpc, named.transaction);
  const depth = receipt === null || receipt === "pending" ? 0 : await depthOf(callRpc, receipt);
  const wanted = env().AGENT_LINK_CONFIRMATIONS;
  return depth < wanted
    ? { kind: "pending", why: `${depth} blocks hold it, and ${wanted} are wanted` }
    : shown;
}
