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
      "$84.3B on 312 chains, most on Ethereum $51.0B, Solana $6.22B; largest protocols Lido $26.7B, AAVE V3 $24.1B.",
    input: {},
    read: [
      { provider: "DefiLlama", id: "llama.chains", asOf: "2026-10-07T14:02:11.000Z", ageSec: 412 },
      { provider: "DefiLlama", id: "llama.protocols", asOf: "2026-10-07T14:04:40.000Z", ageSec: 263 },
    ],
    envelope: { asOf: { topProtocols: "2026-10-07T14:04:40.000Z" }, notes: ["Data by DefiLlama."] },
    fields: {
      total: { tvlUsd: "$84.3B", tvlUsdValue: 84_312_450_118.4, chains: 312 },
      chains: [
        { name: "Ethereum", tvlUsd: "$51.0B", tvlUsdValue: 50_979_796_337.06, sharePct: 60.47 },
        { name: "Solana", tvlUsd: "$6.22B", tvlUsdValue: 6_221_316_503.29, sharePct: 7.38 },
        { name: "BSC", tvlUsd: "$5.48B", tvlUsdValue: 5_480_309_257.69, sharePct: 6.5 },
        { name: "Tron", tvlUsd: "$4.72B", tvlUsdValue: 4_721_497_206.63, sharePct: 5.6 },
        { name: "Base", tvlUsd: "$3.96B", tvlUsdValue: 3_962_685_155.56, sharePct: 4.7 },
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
        {
          name: "AAVE V3",
          tvlUsd: "$24.1B",
          tvlUsdValue: 24_103_877_415.08,
          category: "Lending",
          chains: 17,
          change1hPct: -0.05,
          change1dPct: 0.41,
          change7dPct: -1.62,
          mcapUsdValue: 2_841_006_551.2,
        },
        {
          name: "EigenLayer",
          tvlUsd: "$9.87B",
          tvlUsdValue: 9_871_214_660.75,
          category: "Restaking",
          chains: 1,
          change1hPct: 0,
          change1dPct: -0.88,
          change7dPct: 2.15,
          mcapUsdValue: null,
        },
      ],
    },
  },
});
