import { isPaid, priceOf, type RouteEntry } from "../catalog/define";
import { formatUsd } from "../catalog/money";
import type { Site } from "./site";

/** What the service is, in one sentence of at most 100 characters: server cards allow no more. */
export const TAGLINE = "Market intelligence and website posture scans, paid by the call in USDC (x402).";

/** What the service is, in a paragraph. */
export const DESCRIPTION =
  "Market intelligence, and passive posture scans of websites, over HTTP, bought one answer at a time. No account and " +
  "no key: a call without payment answers 402 with its price, and the payment is the credential. A call that fails " +
  "costs nothing, a payment is never taken twice, and every answer says how far it can be trusted.";

/** "$0.02" or "free". */
export const priceInWords = (entry: Pick<RouteEntry, "tier">): string =>
  isPaid(entry) ? formatUsd(priceOf(entry)) : "free";

/** How payments are made, by the chains that the site is paid on; testnets are named as such. */
export function chainsInWords({ merchant }: Pick<Site, "merchant">): string {
  const { networks, evmPayTo, solanaPayTo } = merchant;
  const isTest = networks.solana.mppName === "devnet";
  const chains = [
    evmPayTo !== undefined && (isTest ? "Base Sepolia" : "Base"),
    solanaPayTo !== undefined && (isTest ? "Solana devnet" : "Solana"),
  ].filter((chain) => chain !== false);
  return chains.length === 0 ? "no chain yet" : chains.join(" and ");
}

/** A route's summary as a sentence. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
