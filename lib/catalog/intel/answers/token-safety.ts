import * as z from "zod";

export const SAFETY_VERDICTS = ["clear", "caution", "danger", "unknown"] as const;
export type SafetyVerdict = (typeof SAFETY_VERDICTS)[number];

/** `clear` says that every required check was answered and none failed; nothing here says that a token is safe. */
export const safetyVerdict = z
  .enum(SAFETY_VERDICTS)
  .describe(
    "`clear`: every required check has an answer and none failed, which is not the same as safe; `unknown`: too little could be read.",
  );

const check = z.object({
  id: z.string().describe("Which check, stable across answers."),
  status: z
    .enum(["pass", "warn", "fail", "unknown", "not_applicable"])
    .describe(
      "`warn` alone makes no caution; `fail` does; `unknown`: no source has it; `not_applicable`: there is no such thing here.",
    ),
  value: z
    .union([z.number(), z.boolean(), z.string()])
    .nullable()
    .describe("What was found; null when unknown."),
  points: z.number().describe("What it adds to the risk."),
  source: z.string().nullable().describe("Source of the value; null when there is none."),
});
export type SafetyCheck = z.infer<typeof check>;

const figure = (text: string) => z.number().nullable().describe(text);

/** The safety of one token, check by check. */
export const tokenSafety = z.object({
  verdict: safetyVerdict,
  asOf: z
    .string()
    .nullable()
    .describe("Time of the oldest reading behind the verdict, ISO 8601; null when nothing was read."),
  risk: z.number().min(0).max(100).nullable().describe("Sum of the points, at most 100; null when unknown."),
  missing: z
    .array(z.string())
    .describe("Required checks that nobody answered: with any of them nothing is clear."),
  notChecked: z
    .array(z.string())
    .describe("Checks without an answer, required or not, and what no check looks at."),
  canChange: z
    .array(z.string())
    .describe(
      "Powers that the issuer still holds, in words: each can change the verdict after it was given.",
    ),
  notApplicable: z
    .array(z.string())
    .describe("Checks of what can't exist for this token, such as an LP lock on a launch curve."),
  checks: z.array(check).describe("Every check, in a fixed order."),
  liquidityUsd: figure("The lower of the figures that the sources give, US dollars."),
  holders: figure("Wallets that hold it."),
  top10ExPoolPct: figure("Share of the supply with the ten largest holders outside pools, percent."),
  maxHolderExPoolPct: figure("Share of the supply with the largest holder outside pools, percent."),
  creatorPct: figure("Share of the supply with its creator, percent."),
  devMints: figure("Tokens that its developer has made."),
  devMigrations: figure("Of those, how many left their launchpad's curve."),
  ageMin: figure("Minutes since it was first seen to trade."),
  onCurve: z.boolean().nullable().describe("Whether it still trades on a bonding curve."),
  rugcheckNorm: figure("RugCheck's own score, 0 to 100: higher is riskier."),
});
