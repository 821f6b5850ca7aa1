import * as z from "zod";
import { candidate } from "@/lib/catalog/intel/answers/candidate";
import { scored } from "@/lib/catalog/intel/answers/score";
import { safetyVerdict } from "@/lib/catalog/intel/answers/token-safety";
import { MOMENTUM_THEMES } from "./vocabulary";

const figure = (text: string) => z.number().nullable().describe(text);

const onchain = z
  .object({
    address: z.string().describe("Mint on Solana, contract elsewhere."),
    ageHours: figure("Hours since it was first seen to trade."),
    priceUsd: figure("US dollars."),
    mcapUsd: figure("Market capitalisation, US dollars."),
    liquidityUsd: figure("The lower of the figures that the sources give, US dollars."),
    volume1hUsd: figure("Traded in the last hour, US dollars."),
    scoredVolume1hUsd: figure("The part of it that is scored, US dollars."),
    volumeBasis: z
      .enum(["organic", "distinct-traders"])
      .nullable()
      .describe(
        "`organic`: what Jupiter takes for people's; `distinct-traders`: scaled by traders over trades.",
      ),
    change1hPct: figure("Price change over 1 hour, percent."),
    change24hPct: figure("Price change over 24 hours, percent."),
    traders1h: figure("Wallets that traded in the last hour."),
    netBuyers1h: figure("Those that bought less those that sold."),
    organicScore: figure("Jupiter's, 0 to 100."),
    holders: figure("Wallets that hold it."),
    safety: safetyVerdict,
  })
  .describe("How it trades.");

export const momentumFields = z.object({
  theme: z.enum(MOMENTUM_THEMES).nullable().describe("The rotation that was looked at; null for none."),
  candidates: z
    .array(
      z.object({
        ...candidate("momentum", onchain),
        ...scored,
        direction: z
          .enum(["up", "down", "watch"])
          .describe("up: score ≥ 60 and rising; down: −10 % or worse in an hour, more sellers; else watch."),
      }),
    )
    .describe("Highest score first; within 5 points the stronger class of evidence."),
});
export type MomentumFields = z.input<typeof momentumFields>;
