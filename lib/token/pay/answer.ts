import * as z from "zod";
import { atLaunchField, launchedField, priceField, termsField, tokenField } from "../vocabulary";

export const tokenPayAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  launched: launchedField,
  atLaunch: atLaunchField,
  token: tokenField,
  merchant: z
    .strictObject({
      id: z.string().describe("Its id."),
      status: z.enum(["live", "soon"]).describe("Only a live one gets offers."),
    })
    .nullable()
    .describe(
      "The merchant that was asked for, or else the one whose offers a 402 carries; null where there is none.",
    ),
  terms: termsField,
  price: priceField,
  offered: z.boolean().describe("Whether a payment in the token would be offered now."),
  because: z.string().nullable().describe("Why none is; null where one is."),
});
export type TokenPayAnswer = z.input<typeof tokenPayAnswer>;
