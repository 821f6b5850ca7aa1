import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import type { PaymentRequired, PaymentRequirements } from "@x402/core/types";
import { baseUnits, type BaseUnits } from "@/lib/catalog/money";
import { base64ToText } from "@/lib/http/base64";
import { chainOf, type PayableChain } from "./chains";

/** An offer that a wallet of this browser can take, in the terms that a person is shown. */
export interface PayableOffer {
  chain: PayableChain;
  /** USDC. */
  amount: BaseUnits;
  payTo: string;
  /** Seconds from the signature until it is worthless. */
  windowSec: number;
  /** The offer as it stood: what is signed. */
  requirement: PaymentRequirements;
}

export interface Challenge {
  required: PaymentRequired;
  offers: PayableOffer[];
  /** When it was read, in milliseconds. */
  readAt: number;
  /** How far this browser's clock was ahead of the service's then; left out where the service did not tell its time. */
  aheadMs?: number;
}

const AMOUNT = /^[1-9][0-9]{0,11}$/;
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const WINDOW_SEC = { least: 10, most: 900 } as const;

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === "string" && pattern.test(value);

/** Whether a wallet would sign exactly what is shown: a transfer of USDC, in x402's form for the chain. */
function isAsShown(chain: PayableChain, { asset, payTo, extra }: PaymentRequirements): boolean {
  if (chain.family === "solana")
    return asset === chain.usdc && SOLANA_ADDRESS.test(payTo) && isText(extra.feePayer, SOLANA_ADDRESS);
  // Another method than EIP-3009's would have the wallet allow a contract more than this one transfer.
  const isTransfer = extra.assetTransferMethod === undefined || extra.assetTransferMethod === "eip3009";
  return asset.toLowerCase() === chain.usdc.toLowerCase() && EVM_ADDRESS.test(payTo) && isTransfer;
}

function payable(requirement: PaymentRequirements): PayableOffer[] {
  const { scheme, network, amount, payTo, maxTimeoutSeconds: windowSec } = requirement;
  const chain = chainOf(network);
  if (chain === undefined || scheme !== "exact" || !AMOUNT.test(amount)) return [];
  if (windowSec < WINDOW_SEC.least || windowSec > WINDOW_SEC.most || !isAsShown(chain, requirement))
    return [];
  return [{ chain, amount: baseUnits(Number(amount)), payTo, windowSec, requirement }];
}

/**
 * Reads a PAYMENT-REQUIRED header (base64 JSON, x402 v2) for one route. Throws on anything else, and where it asks
 * payment for another route. Offers that this browser's wallets can't take are left out.
 */
export function readChallenge(header: string, path: string, now: number): Challenge {
  // The schema's own type leaves out nothing that the official client's type has.
  const required = PaymentRequiredV2Schema.parse(JSON.parse(base64ToText(header))) as PaymentRequired;
  const { resource } = required;
  if (resource !== undefined && new URL(resource.url, "https://any.invalid").pathname !== path)
    throw new Error(`asked for ${path}, and told to pay for something else`);
  return { required, offers: required.accepts.flatMap(payable), readAt: now };
}

/** Whether a person who was shown `shown` must agree again. A lower price hurts nobody. */
export const hasRisen = (shown: BaseUnits, asked: BaseUnits): boolean => asked > shown;

/** What a newer challenge asks otherwise than the offer that was agreed to; null where it asks nothing worse. */
export function worseThan(agreed: PayableOffer, fresh: Challenge): "risen" | "moved" | "gone" | null {
  const same = fresh.offers.find(({ chain }) => chain.id === agreed.chain.id);
  if (same === undefined) return "gone";
  if (same.payTo !== agreed.payTo) return "moved";
  return hasRisen(agreed.amount, same.amount) ? "risen" : null;
}
