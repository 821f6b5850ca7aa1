import { decodePaymentRequiredHeader } from "@x402/core/http";
import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import type { PaymentRequired, PaymentRequirements } from "@x402/core/types";
import { baseUnits, formatUsd, type BaseUnits } from "@/lib/catalog/money";
import { NETWORKS } from "@/lib/chains/networks";
import { EXIT, Stop } from "./exits";
import type { Chain } from "./options";
import { printableLine } from "./printable";

/** What an answer costs, before anything is signed. */
export interface Quote {
  /** The challenge with this one offer, which is all that may be signed. */
  required: PaymentRequired;
  offer: PaymentRequirements;
  price: BaseUnits;
  chain: Chain;
  /** The chain's name for people. */
  network: string;
}

interface Payable {
  chain: Chain;
  name: string;
  id: string;
  usdc: string;
}

/** What this script pays with: USDC, whose base units are known, on the chains that the service knows. */
export const PAYABLE: readonly Payable[] = [
  { ...NETWORKS.mainnet.evm, chain: "base", name: "Base" },
  { ...NETWORKS.testnet.evm, chain: "base", name: "Base Sepolia (testnet)" },
  { ...NETWORKS.mainnet.solana, chain: "solana", name: "Solana" },
  { ...NETWORKS.testnet.solana, chain: "solana", name: "Solana Devnet (testnet)" },
];

/** What is signed can be taken until then, whatever the service says meanwhile. Longer is no payment but a cheque. */
const LONGEST_WINDOW_SEC = 900;

/** Whether the official client signs a plain transfer for it, EIP-3009's on Base; Permit2 is another contract's. */
const isTransfer = ({ scheme, extra, maxTimeoutSeconds }: PaymentRequirements): boolean =>
  scheme === "exact" &&
  maxTimeoutSeconds <= LONGEST_WINDOW_SEC &&
  (extra?.assetTransferMethod === undefined || extra.assetTransferMethod === "eip3009");

const payableOf = (offer: PaymentRequirements): Payable | undefined => {
  const { network, asset, amount } = offer;
  return isTransfer(offer) && /^[0-9]{1,15}$/.test(amount)
    ? PAYABLE.find(({ id, usdc }) => id === network && usdc.toLowerCase() === asset.toLowerCase())
    : undefined;
};

/** Reads a 402's PAYMENT-REQUIRED header. Throws Stop for a 402 of another protocol. */
export function readChallenge(header: string | null): PaymentRequired {
  if (header === null)
    throw new Stop(EXIT.failed, "The service answers 402 without PAYMENT-REQUIRED: not x402 version 2.");
  try {
    const decoded = decodePaymentRequiredHeader(header);
    PaymentRequiredV2Schema.parse(decoded);
    return decoded;
  } catch (cause) {
    throw new Stop(EXIT.failed, "The service's PAYMENT-REQUIRED header is not of x402 version 2.", { cause });
  }
}

/** The offer on a chain. Throws Stop when there is none that this script can pay. */
export function quoteOf(required: PaymentRequired, chain: Chain): Quote {
  for (const offer of required.accepts) {
    const payable = payableOf(offer);
    if (payable?.chain !== chain) continue;
    const price = baseUnits(Number(offer.amount));
    return { required: { ...required, accepts: [offer] }, offer, price, chain, network: payable.name };
  }
  const others = [...new Set(required.accepts.flatMap((offer) => payableOf(offer)?.chain ?? []))];
  throw new Stop(
    EXIT.unpaid,
    others.length > 0
      ? `The service takes no USDC on ${chain} at the moment. Try --chain ${others.join(" or --chain ")}.`
      : "The service offers nothing that this script can pay: it pays USDC on Base and Solana, by a plain transfer that must be taken within 15 minutes.",
  );
}

/** What is about to be bought, for a person. */
export const describeQuote = ({ required, offer, price, network }: Quote): string =>
  [
    `  price     ${formatUsd(price)} USDC on ${network}`,
    `  pay to    ${printableLine(offer.payTo)}`,
    `  resource  ${printableLine(required.resource.url)}`,
    ...(required.resource.description === undefined
      ? []
      : [`            ${printableLine(required.resource.description)}`]),
  ].join("\n");
