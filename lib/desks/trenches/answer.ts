import * as z from "zod";
import { marketToken, narrativeHeat, upsideBand } from "@/lib/catalog/intel/answers/token";
import { tokenSafety } from "@/lib/catalog/intel/answers/token-safety";

export const trenchesFields = z.object({
  token: marketToken.describe("What it is and how it trades."),
  narrativeHeat,
  social: z
    .array(
      z.object({
        type: z.string().describe("What its maker calls the link, such as twitter."),
        url: z.url({ protocol: /^https?$/ }).describe("Untrusted third-party link."),
      }),
    )
    .nullable()
    .describe("Links that its maker published; null when they could not be read."),
  whales: z
    .array(
      z.object({
        owner: z.string().describe("Wallet."),
        pct: z.number().describe("Share of the supply, percent."),
      }),
    )
    .max(10)
    .nullable()
    .describe("The ten largest holders outside pools and lockers; null when they could not be read."),
  upsideBand,
  safety: tokenSafety.describe("Checks, points and verdict."),
});
export type TrenchesFields = z.input<typeof trenchesFields>;
