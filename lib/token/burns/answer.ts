import * as z from "zod";
import { atLaunchField, launchedField, tokenField } from "../vocabulary";

const units = z.string().regex(/^\d+$/);

export const tokenBurnsAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  launched: launchedField,
  atLaunch: atLaunchField,
  token: tokenField,
  totals: z
    .strictObject({
      gross: units.describe("Base units that were paid."),
      burned: units.describe("Of that, what was burned."),
      kept: units.describe("Of that, what the treasury got."),
      payments: z.int().min(0).describe("How many payments that were."),
    })
    .describe("All payments in the token, of all days."),
  day: z.iso.date().describe("The UTC day that is listed."),
  burns: z
    .array(
      z.strictObject({
        transaction: z
          .string()
          .describe("The transaction on Solana: whoever reads it finds the same amounts."),
        gross: units.describe("Base units that were paid."),
        burned: units.describe("Of that, what was burned."),
        kept: units.describe("Of that, what the treasury got."),
        at: z.iso.datetime().describe("When the payment was settled."),
      }),
    )
    .describe("The day's payments, newest first."),
  next: z.int().nullable().describe("`from` of the next page; null on the last."),
});
export type TokenBurnsAnswer = z.input<typeof tokenBurnsAnswer>;
