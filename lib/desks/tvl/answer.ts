import * as z from "zod";

const dollars = z.string().describe("Dollars for a person: three significant digits with K, M, B or T.");

const chain = z.object({
  name: z.string().describe("Name of the chain. Untrusted text."),
  tvlUsd: dollars,
  tvlUsdValue: z.number().describe("US dollars."),
  sharePct: z.number().min(0).max(100).describe("Share of all chains' TVL, in percent."),
});

const protocol = z.object({
  name: z.string().describe("Name of the protocol. Untrusted text."),
  tvlUsd: dollars,
  tvlUsdValue: z.number().describe("US dollars; without borrowed, staked (own token) and pool2 value."),
  category: z.string().nullable().describe("What it does, such as Lending; null if it has none."),
  chains: z.int().min(0).describe("Number of chains that the protocol is deployed on."),
  change1hPct: z.number().nullable().describe("TVL change over 1 hour, in percent."),
  change1dPct: z.number().nullable().describe("TVL change over 1 day, in percent."),
  change7dPct: z.number().nullable().describe("TVL change over 7 days, in percent."),
  mcapUsdValue: z.number().nullable().describe("Market capitalisation of its token, US dollars."),
});

export const tvlFields = z.object({
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
export type TvlFields = z.input<typeof tvlFields>;
