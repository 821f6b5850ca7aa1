import { documentIntel } from "@/lib/catalog/intel/document";
import { trenchesScreenFields } from "./answer";
import { trenchesScreenEntry } from "./entry";

export const trenchesScreenDocumentation = documentIntel(trenchesScreenEntry, {
  description:
    "New and trending tokens below a market cap, from Jupiter, DexScreener and GeckoTerminal, each once, with at least " +
    "$5,000 of liquidity: how they trade, how hot they are among each other, and how safe: the first five by a report " +
    "of each, the others by what the lists show. A selection that leaves nothing is refused with 404, free.",
  fields: trenchesScreenFields,
  sample: {
    summary:
      "1 of 1 tokens that match, of 64 looked at. First: DoVAVzViX8Bjy3r15nwikSaSbzE6dV4ovd28aWpJpump (clear, heat 71.4).",
    input: { maxMcapUsd: 500_000, limit: 5 },
    read: [{ provider: "Jupiter", id: "jupiter.recent", asOf: "2026-10-08T15:38:00.000Z", ageSec: 4 }],
    envelope: { method: "trenches-screen/4" },
    fields: {
      lookedAt: 64,
      candidates: [
        {
          token: {
            address: "DoVAVzViX8Bjy3r15nwikSaSbzE6dV4ovd28aWpJpump",
            chain: "solana",
            name: "Higgspad",
            symbol: "HIGGS",
            venue: "pumpswap",
            url: null,
            priceUsd: 0.0008832,
            mcapUsd: 855_186,
            liquidityUsd: 119_336.33,
            volume1hUsd: 11_146.98,
            organicVolume1hUsd: 2_310.4,
            change1hPct: -2.1,
            change24hPct: -48.65,
            holders: 1_204,
            createdAt: "2026-10-04T12:36:16.000Z",
          },
          ageHours: 99.03,
          narrativeHeat: 71.4,
          safety: { verdict: "clear", risk: 0, failed: [], warned: [], missing: [] },
          foundIn: ["jupiter-trending"],
        },
      ],
    },
  },
});
