import * as z from "zod";
import { atLaunchField, launchedField, tokenField } from "../vocabulary";

const tier = z.enum(["Guest", "Deluxe", "Executive", "President"]);

export const tcxCreditsAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  launched: launchedField,
  atLaunch: atLaunchField,
  token: tokenField,
  wallet: z.string().nullable().describe("The wallet that was asked for; null where none was."),
  tier: tier.describe("Its tier. Before the launch everybody is a guest."),
  balance: z
    .string()
    .regex(/^\d+$/)
    .nullable()
    .describe(
      "What it holds of the token on the finalized chain, in base units; null before the launch, and of no wallet.",
    ),
  asOf: z.iso.datetime().nullable().describe("When that was read, at most five minutes ago."),
  tiers: z
    .array(
      z.strictObject({
        tier: tier.describe("The tier."),
        from: z.string().regex(/^\d+$/).describe("Base units that it takes."),
      }),
    )
    .describe("The tiers of holders, lowest first; empty before the launch."),
});
export type TcxCreditsAnswer = z.input<typeof tcxCreditsAnswer>;
