import { priceOf, type RouteEntry } from "@/lib/catalog/define";
import { formatUsd } from "@/lib/catalog/money";
import type { Site } from "../site";
import type { PaymentInfo } from "./format";

/** `x-payment-info` of a paid route. MPP is listed only where its challenges are made. */
export function paymentInfo(entry: RouteEntry, { mpp, merchant }: Site): PaymentInfo {
  const price = priceOf(entry);
  const charge = { method: "solana", intent: "charge", currency: merchant.networks.solana.usdc };
  return {
    price: { mode: "fixed", currency: "USD", amount: formatUsd(price).slice("$".length) },
    protocols: [{ x402: {} }, ...(mpp ? [{ mpp: charge }] : [])],
    ...(mpp ? { offers: [{ ...charge, amount: String(price) }] } : {}),
  };
}
