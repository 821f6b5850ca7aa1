import * as z from "zod";
import { atLaunchField, holdersField, launchedField, tierField, tokenField } from "../vocabulary";

const unitsField = z.string().regex(/^\d+$/).nullable();

const leftField = z
  .int()
  .min(0)
  .describe("How many of them are left until `resetsAt`; 0 for who is not entitled to any.");

export const tcxCreditsAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  launched: launchedField,
  atLaunch: atLaunchField,
  token: tokenField,
  wallet: z.string().nullable().describe("The wallet that was asked for; null where none was."),
  tier: tierField.describe("Its tier, by what counts. Before the launch everybody is a guest."),
  balance: unitsField.describe(
    "What it holds of the token on the finalized chain, in base units; null before the launch, and of no wallet.",
  ),
  counted: unitsField.describe(
    "What of that counts today: the lower of it and of what the wallet held at 00:00 UTC; null where that is not told.",
  ),
  asOf: z.iso.datetime().nullable().describe("When that was read, at most five minutes ago."),
  entitled: z
    .strictObject({
      freeDesks: z
        .strictObject({ entitled: z.boolean().describe("Whether raw desks are free."), left: leftField })
        .describe("Free calls of raw desks."),
      freeAudits: z
        .strictObject({ entitled: z.boolean().describe("Whether there are any."), left: leftField })
        .describe("Free audits."),
      scanDepth: tierField.describe("How deep its scans go."),
    })
    .describe("What the wallet has with a proof of it: this answer proves nothing, and grants nothing."),
  because: z.string().nullable().describe("Why nothing counts; null where something does, and of no wallet."),
  resetsAt: z.iso
    .datetime()
    .nullable()
    .describe("When free calls are counted anew, and another midnight counts; null before the launch."),
  holders: holdersField,
  tiers: z
    .array(
      z.strictObject({
        tier: tierField.describe("The tier."),
        from: z.string().regex(/^\d+$/).describe("Base units that it takes."),
      }),
    )
    .describe("The tiers of holders, lowest first; empty before the launch."),
});
export type TcxCreditsAnswer = z.input<typeof tcxCreditsAnswer>;
