import { documentIntel } from "@/lib/catalog/intel/document";
import { trenchesFields } from "./answer";
import { trenchesEntry } from "./entry";

export const trenchesDocumentation = documentIntel(trenchesEntry, {
  description:
    "One token, by its mint: 26 safety checks with their points and sources, largest holders outside pools, its " +
    "heat among the tokens that trade now, its makers' links, and the market caps of its peers over its own. " +
    "Solana by RugCheck, Jupiter and the mint's own account; Base, Ethereum, BNB Chain and Arbitrum by GoPlus, the first three by a simulated sale too (honeypot.is), in the same form. A token that " +
    "no source knows is refused with 404, free.",
  fields: trenchesFields,
  sample: {
    summary:
      "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump on solana: caution, risk 20; liquidity $33.3K, heat 41.2; failed organic-share-pct",
    input: { address: "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump" },
    read: [{ provider: "RugCheck", id: "rugcheck.report", asOf: "2026-10-08T15:38:00.000Z", ageSec: 4 }],
    envelope: { sources: ["RugCheck", "Jupiter"], method: "trenches/3" },
    fields: {
      token: {
        address: "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump",
        chain: "solana",
        name: "Gary the Cat",
        symbol: "Gary",
        venue: "pumpswap",
        url: null,
        priceUsd: 0.000607,
        mcapUsd: 603_658.39,
        liquidityUsd: 33_279.66,
        volume1hUsd: 347_526.12,
        organicVolume1hUsd: 64.29,
        change1hPct: 15,
        change24hPct: 104.26,
        holders: 2_988,
        createdAt: "2026-10-08T13:28:26.000Z",
      },
      narrativeHeat: 41.2,
      social: [{ type: "twitter", url: "https://x.com/example" }],
      whales: [{ owner: "JGF53sgRBQZLNaqbqPeD3NQaRErRDSY2ibc72GD8wMc", pct: 0.26 }],
      upsideBand: {
        label: "not a forecast",
        peers: 48,
        mcapUsd: 603_658.39,
        lowX: 0.21,
        midX: 1.4,
        highX: 6.02,
      },
      safety: {
        verdict: "caution",
        asOf: "2026-10-08T15:38:00.000Z",
        risk: 20,
        missing: [],
        notChecked: ["suspicious", "whether several holders are one person", "what the issuer intends"],
        canChange: [],
        notApplicable: [],
        checks: [{ id: "organic-share-pct", status: "fail", value: 0.06, points: 20, source: "Jupiter" }],
        liquidityUsd: 33_279.66,
        holders: 2_988,
        top10ExPoolPct: 0.48,
        maxHolderExPoolPct: 0.26,
        creatorPct: 0,
        devMints: 2,
        devMigrations: 1,
        ageMin: 129,
        onCurve: false,
        rugcheckNorm: 1,
      },
    },
  },
});
