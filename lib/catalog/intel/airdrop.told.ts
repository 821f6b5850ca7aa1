import * as z from "zod";
import { tell } from "../tell";
import { airdropEntry } from "./airdrop";
import { MAX_CANDIDATES } from "./candidate";
import { summary, candidate } from "./candidate.told";
import { envelope } from "./envelope.told";
import { scored } from "./score.told";

const figure = (text: string) => z.number().nullable().describe(text);

const onchain = z
  .object({
    basis: z
      .enum(["tokenless-protocol", "claim"])
      .describe(
        "`tokenless-protocol`: holds deposits and has no token, nothing is confirmed; `claim`: a token can be claimed.",
      ),
    tvlUsd: figure("Value locked in the protocol, US dollars; null for a claim."),
    change7dPct: figure("Its change over 7 days, percent."),
    category: z.string().nullable().describe("What the protocol does, such as Lending."),
    chains: z.array(z.string()).describe("Chains that it is known to be on, at most 8."),
    listedAt: z.iso.datetime().nullable().describe("When DefiLlama listed the protocol."),
    claimEndsAt: z.iso.datetime().nullable().describe("Last moment to claim; null for a protocol."),
  })
  .describe("What is known of it.");

const airdropAnswer = z.object({
  ...envelope("intel-airdrop"),
  summary,
  candidates: z
    .array(z.object({ ...candidate("airdrop", onchain), ...scored }))
    .max(MAX_CANDIDATES)
    .describe("Claims first, the soonest to end first; then tokenless protocols, highest score first."),
});
export type AirdropAnswer = z.input<typeof airdropAnswer>;

export const airdropTold = tell(airdropEntry, {
  description:
    "Protocols of $5M and more that have no token, scored by size, growth and age (nobody confirmed an airdrop), and " +
    "claims that are open now with their last day; with headlines that name them and risk flags.",
  output: airdropAnswer,
  sample: {
    input: { limit: 5 },
    output: {
      ok: true,
      kind: "intel-airdrop",
      dataAsOf: "2026-10-07T14:02:11.000Z",
      sources: ["DefiLlama"],
      provenance: [{ id: "llama.protocols", status: "ok", asOf: "2026-10-07T14:02:11.000Z", ageSec: 412 }],
      coverage: 1,
      stale: false,
      method: "airdrop/1",
      notes: [],
      summary: "1 airdrop candidate of 212 looked at, 0 actionable. First: Tidewell 71.6.",
      candidates: [
        {
          kind: "airdrop",
          name: "Tidewell",
          symbol: null,
          chain: "Base",
          venue: "Tidewell",
          eventTime: null,
          firstSeen: "2026-01-14T00:00:00.000Z",
          url: "https://tidewell.example/",
          evidence: ["Tokenless protocol: $120M locked, no token listed."],
          status: "rumour",
          insiderSignals: [],
          institutional: null,
          onchain: {
            basis: "tokenless-protocol",
            tvlUsd: 120_000_000,
            change7dPct: 16.9,
            category: "Lending",
            chains: ["Base"],
            listedAt: "2026-01-14T00:00:00.000Z",
            claimEndsAt: null,
          },
          narrative: [],
          kol: [],
          riskFlags: [],
          actionable: false,
          score: 71.6,
          why: [
            { factor: "tvl", value: 0.6931, weight: 0.5, contribution: 34.7 },
            { factor: "growth", value: 0.5633, weight: 0.3, contribution: 16.9 },
            { factor: "age", value: 1, weight: 0.2, contribution: 20 },
          ],
        },
      ],
    },
  },
});
