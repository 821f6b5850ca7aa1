import { documentIntel } from "@/lib/catalog/intel/document";
import { whalesFields } from "./answer";
import { whalesEntry } from "./entry";

export const whalesDocumentation = documentIntel(whalesEntry, {
  description:
    "Top traders' long/short ratios against those of all accounts, taker volume, open interest and funding of the " +
    "perpetual swaps of BTC, ETH and SOL, with a score whose parts add up. Each record is of one named venue. " +
    "Exchange statistics, not labelled on-chain wallets.",
  fields: whalesFields,
  sample: {
    summary: "BTC neutral 0.1769 (OKX, funding 10.95 % a year).",
    input: { symbols: ["BTC"] },
    read: [{ provider: "OKX", id: "okx.accounts.BTC", asOf: "2026-10-07T14:00:00.000Z", ageSec: 372 }],
    envelope: { method: "whales/3" },
    fields: {
      positioning: [
        {
          symbol: "BTC",
          venue: "OKX",
          period: "1h",
          tsMs: 1_791_381_600_000,
          topPosRatio: 1.3,
          topAcctRatio: 1.2,
          globalRatio: 1.1,
          topPosLongPct: 56.52,
          globalLongPct: 52.38,
          takerRatio1h: 1,
          oiUsd: 2.8e9,
          oiChg24hPct: 2,
          priceChg24hPct: 1,
          fundingIntervalH: 8,
          fundingPct: 0.01,
          fundingAprPct: 10.95,
          fundingZ30d: 0.5,
          divergence: 0.1671,
          crowding: 0.1667,
          score: 0.1769,
          why: [
            { factor: "divergence", value: 0.4441, weight: 0.45, contribution: 0.1998 },
            { factor: "taker", value: 0, weight: 0.2, contribution: 0 },
            { factor: "openInterest", value: 0.1139, weight: 0.15, contribution: 0.0171 },
            { factor: "funding", value: -0.2, weight: 0.2, contribution: -0.04 },
          ],
          bias: "neutral",
        },
      ],
    },
  },
});
