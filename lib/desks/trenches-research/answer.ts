import * as z from "zod";
import { upsideBand } from "@/lib/catalog/intel/answers/token";
import { safetyVerdict } from "@/lib/catalog/intel/answers/token-safety";

const named = {
  address: z.string().describe("Mint on Solana, contract elsewhere."),
  name: z.string().describe("As its maker wrote it, plain text. Untrusted third-party text."),
  symbol: z.string().nullable().describe("As its maker wrote it."),
  verdict: safetyVerdict,
};

export const trenchesResearchFields = z.object({
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
export type TrenchesResearchFields = z.input<typeof trenchesResearchFields>;
