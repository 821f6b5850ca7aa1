import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { solanaWalletField, merchantField } from "../vocabulary";
import type { TokenPayPreviewAnswer } from "./answer";

/** A quote in the own token for one call of a paid route. */
export const tokenPayPreviewEntry = defineRoute<TokenPayPreviewAnswer>()({
  path: "/api/token-pay-preview",
  method: "POST",
  desk: "token",
  tier: "free",
  summary: "A quote for one paid call in the service's own token, with what to sign",
  input: z.strictObject({
    route: z.string().max(100).optional().describe("Path of the paid route, such as /api/svc-intel-tvl."),
    merchant: merchantField.optional(),
    wallet: solanaWalletField
      .optional()
      .describe("The Solana wallet that pays. With it the quote is for that wallet alone."),
  }),
  limits: { ...DEFAULT_LIMITS, rate: { name: "quotes", perMinute: 30 } },
  readOnly: true,
  statuses: [404],
});
