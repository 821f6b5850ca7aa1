import * as z from "zod";
import { candidate } from "@/lib/catalog/intel/answers/candidate";
import { scored } from "@/lib/catalog/intel/answers/score";
import { MAX_CANDIDATES } from "@/lib/catalog/intel/candidate";

/** What speaks for a distribution, the strongest first. */
const DISTRIBUTION = [
  ...["claim-open", "claim-announced", "announced", "snapshot", "points"],
  ...["token-contract", "foundation"],
] as const;

const figure = (text: string) => z.number().nullable().describe(text);

const onchain = z
  .object({
    basis: z
      .enum(["tokenless-protocol", "claim"])
      .describe(
        "`tokenless-protocol`: holds deposits and has no token, nothing is confirmed; `claim`: a token can be claimed.",
      ),
    distribution: z
      .array(z.enum(DISTRIBUTION))
      .describe(
        "What speaks for tokens being given out, the strongest first; by DefiLlama's lists and headlines. Empty: nothing does.",
      ),
    tvlUsd: figure("Value locked in the protocol, US dollars; null for a claim."),
    change7dPct: figure("Its change over 7 days, percent."),
    category: z.string().nullable().describe("What the protocol does, such as Lending."),
    chains: z.array(z.string()).describe("Chains that it is known to be on, at most 8."),
    listedAt: z.iso.datetime().nullable().describe("When DefiLlama listed the protocol."),
    claimEndsAt: z.iso.datetime().nullable().describe("Last moment to claim; null for a protocol."),
  })
  .describe("What is known of it.");

export const airdropFields = z.object({
  candidates: z
    .array(z.object({ ...candidate("airdrop", onchain), ...scored }))
    .max(MAX_CANDIDATES)
    .describe(
      "Claims first, open ones to be claimed now before the others; then tokenless protocols, highest score first.",
    ),
});
export type AirdropFields = z.input<typeof airdropFields>;
