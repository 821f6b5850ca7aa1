import { documentIntel } from "@/lib/catalog/intel/document";
import { walletFields } from "./answer";
import { walletEntry } from "./entry";

const SAMPLE = {
  chain: "solana" as const,
  address: "FCHTRYx6npkQCogtpZtEFLJeevAFGbDHhJyvqvT6F4kX",
  summary: "Solana FCHT…F4kX: $257 in 2 assets, largest USDC 95.6%; 95.6% stable; 0 unpriced, 0 dust.",
  native: {
    symbol: "SOL" as const,
    amount: 0.087130935,
    amountRaw: "87130935",
    priceUsd: 130.42,
    valueUsd: 11.36,
  },
  tokens: [
    {
      id: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
      symbol: "USDC",
      amount: 245.339881,
      amountRaw: "245339881",
      priceUsd: 1,
      valueUsd: 245.34,
      priced: true,
      verified: true,
      excluded: null,
    },
  ],
  tokensHeld: 1,
  totalPricedUsd: 256.7,
  unpricedCount: 0,
  dustCount: 0,
  excludedCount: 0,
  stablePct: 95.57,
  top1Pct: 95.57,
  hhi: 0.9154,
  change24h: { usd: -1.14, pct: -0.44, ofPct: 100 },
  complete: true,
};

export const walletDocumentation = documentIntel(walletEntry, {
  description:
    "What a wallet holds on Solana or on Base (there: ETH and a list of tokens), valued at market prices; share of " +
    "stablecoins, concentration, dust. Unverified tokens worth more than their pools hold are left out. No profit and loss.",
  fields: walletFields,
  sample: {
    summary: "Solana FCHT…F4kX: $257 in 2 assets, largest USDC 95.6%; 95.6% stable; 0 unpriced, 0 dust.",
    input: { solAddress: SAMPLE.address },
    envelope: { method: "wallet/5" },
    read: [
      {
        provider: "Helius",
        id: `helius.assets:${SAMPLE.address}`,
        asOf: "2026-10-07T14:02:11.000Z",
        ageSec: 4,
      },
    ],
    fields: { wallet: SAMPLE, wallets: [SAMPLE] },
  },
});
