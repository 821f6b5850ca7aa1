import * as z from "zod";
import { tell } from "../tell";
import { envelope } from "./envelope.told";
import { tvlEntry } from "./tvl";

const dollars = z.string().describe("Dollars for a person: three significant digits with K, M, B or T.");

const chain = z.object({
  name: z.string().describe("Name of the chain."),
  tvlUsd: dollars,
  tvlUsdValue: z.number().describe("US dollars."),
  sharePct: z.number().min(0).max(100).describe("Share of all chains' TVL, in percent."),
});

const protocol = z.object({
  name: z.string().describe("Name of the protocol."),
  tvlUsd: dollars,
  tvlUsdValue: z.number().describe("US dollars; without borrowed, staked (own token) and pool2 value."),
  category: z.string().nullable().describe("What it does, such as Lending; null if it has none."),
  chains: z.int().min(0).describe("Number of chains that the protocol is deployed on."),
  change1hPct: z.number().nullable().describe("TVL change over 1 hour, in percent."),
  change1dPct: z.number().nullable().describe("TVL change over 1 day, in percent."),
  change7dPct: z.number().nullable().describe("TVL change over 7 days, in percent."),
  mcapUsdValue: z.number().nullable().describe("Market capitalisation of its token, US dollars."),
});

const tvlAnswer = z.object({
  ...envelope("intel-tvl"),
  total: z
    .object({
      tvlUsd: dollars,
      tvlUsdValue: z.number().describe("US dollars, summed over all chains that hold any."),
      chains: z.int().describe("Number of chains summed."),
    })
    .nullable()
    .describe("All chains together; null when they could not be read."),
  chains: z.array(chain).describe("The largest 25 chains, largest first."),
  topProtocols: z
    .array(protocol)
    .describe("The largest 25 protocols, largest first, without centralised exchanges."),
});
export type TvlAnswer = z.input<typeof tvlAnswer>;

export const tvlTold = tell(tvlEntry, {
  description:
    "Total value locked (TVL) by chain and by protocol, largest first, with 1 hour, 1 day and 7 day changes. " +
    "Centralised exchanges and empty duplicates are left out; each answer says how old its data is.",
  output: tvlAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      kind: "intel-tvl",
      dataAsOf: "2026-10-07T14:02:11.000Z",
      sources: ["DefiLlama"],
      provenance: [
        { id: "llama.chains", status: "ok", asOf: "2026-10-07T14:02:11.000Z", ageSec: 412 },
        { id: "llama.protocols", status: "ok", asOf: "2026-10-07T14:04:40.000Z", ageSec: 263 },
      ],
      coverage: 1,
      stale: false,
      method: "tvl/1",
      notes: ["Data by DefiLlama."],
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
