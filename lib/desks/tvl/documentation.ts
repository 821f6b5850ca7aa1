import { documentIntel } from "@/lib/catalog/intel/document";
import { tvlFields } from "./answer";
import { tvlEntry } from "./entry";

export const tvlDocumentation = documentIntel(tvlEntry, {
  description:
    "Total value locked (TVL) by chain and by protocol, largest first, with 1 hour, 1 day and 7 day changes. " +
    "Centralised exchanges and empty duplicates are left out; each answer says how old its data is.",
  fields: tvlFields,
  sample: {
    summary:
      "$142B on 241 chains, most on Ethereum $78.2B, Solana $11.4B; largest protocols Lido $31.2B, AAVE V3 $29.9B.",
    input: {},
    read: [
      { provider: "DefiLlama", id: "llama.chains", asOf: "2026-10-07T14:02:11.000Z", ageSec: 412 },
      { provider: "DefiLlama", id: "llama.protocols", asOf: "2026-10-07T14:04:40.000Z", ageSec: 263 },
    ],
    envelope: { notes: ["Data by DefiLlama."] },
    fields: {
      total: { tvlUsd: "$84.3B", tvlUsdValue: 84_312_450_118.4, chains: 312 },
      chains: [
        { name: "Ethereum", tvlUsd: "$51.0B", tvlUsdValue: 50_979_796_337.06, sharePct: 60.47 },
        { name: "Solana", tvlUsd: "$6.22B", tvlUsdValue: 6_221_316_503.29, sharePct: 7.38 },
      ],
      topProtocols: [
        {
          name: "Lido",
          tvlUsd: "$26.7B",
          tvlUsdValue: 26_705_542_541.92,
          category: "Liquid Staking",
          chains: 5,
          change1hPct: 0.14,
          change1dPct: 0.73,
          change7dPct: 0.87,
          mcapUsdValue: 382_513_159.62,
        },
      ],
    },
  },
});
