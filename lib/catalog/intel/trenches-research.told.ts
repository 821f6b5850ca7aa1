import * as z from "zod";
import { tell } from "../tell";
import { envelope } from "./envelope.told";
import { safetyVerdict } from "./token-safety.told";
import { upsideBand } from "./token.told";
import { trenchesResearchEntry } from "./trenches-research";

const named = {
  address: z.string().describe("Mint on Solana, contract elsewhere."),
  name: z.string().describe("As its maker wrote it, plain text. Untrusted third-party text."),
  symbol: z.string().nullable().describe("As its maker wrote it."),
  verdict: safetyVerdict,
};

const trenchesResearchAnswer = z.object({
  ...envelope("trenches-research"),
  token: z
    .object({ ...named, upsideBand })
    .nullable()
    .describe("The token asked for; null when none was."),
  candidates: z
    .array(z.object(named))
    .nullable()
    .describe("The hottest tokens of the screen, at most 10; null when a token was asked for."),
  full: z.string().describe("The paid route that carries the evidence."),
});
export type TrenchesResearchAnswer = z.input<typeof trenchesResearchAnswer>;

export const trenchesResearchTold = tell(trenchesResearchEntry, {
  description:
    "With an address: the safety verdict and the band of a token, without the evidence that the paid verdict carries. " +
    "Without one: the hottest early tokens by name and verdict. At most 10 calls a minute and address.",
  output: trenchesResearchAnswer,
  sample: {
    input: { address: "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump" },
    output: {
      ok: true,
      kind: "trenches-research",
      dataAsOf: "2026-10-08T15:38:00.000Z",
      sources: ["RugCheck", "Jupiter"],
      provenance: [{ id: "rugcheck.report", status: "ok", asOf: "2026-10-08T15:38:00.000Z", ageSec: 4 }],
      coverage: 1,
      stale: false,
      method: "trenches/1",
      notes: [],
      token: {
        address: "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump",
        name: "Gary the Cat",
        symbol: "Gary",
        verdict: "caution",
        upsideBand: null,
      },
      candidates: null,
      full: "/api/svc-intel-trenches",
    },
  },
});
