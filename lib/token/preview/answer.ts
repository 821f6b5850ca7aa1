import * as z from "zod";
import { atLaunchField, launchedField, priceField, termsField, tokenField } from "../vocabulary";

const units = z.string().regex(/^\d+$/);

const account = z.strictObject({
  name: z
    .enum(["payer", "payer's token account", "mint", "treasury's token account"])
    .describe("What it is."),
  address: z.string().nullable().describe("Its address; null for the payer's where no wallet was named."),
  writable: z.boolean().describe("Whether the instruction writes to it."),
  signer: z.boolean().describe("Whether it signs."),
});

const quote = z.strictObject({
  quoteId: z.string().describe("The memo that the transaction must carry."),
  route: z.string().describe("The route that it pays for."),
  merchantId: z.string().describe("The merchant that sells."),
  wallet: z.string().nullable().describe("The one wallet that may pay it; null for any."),
  listPriceUsd: z.number().describe("What the route costs in USDC."),
  amounts: z
    .strictObject({
      gross: units.describe("What is paid, in the token's base units."),
      burn: units.describe("Of that, what is burned."),
      treasury: units.describe("Of that, what is kept."),
      decimals: z.int().describe("Base units are this many decimals below one token."),
    })
    .describe("The whole and its two parts."),
  expiresAt: z.iso.datetime().describe("Until when a payment of it is taken."),
  accepted: z
    .looseObject({ scheme: z.string(), network: z.string(), amount: z.string() })
    .describe("The x402 offer: `accepted` of the payment payload, as it stands."),
  instructions: z
    .array(
      z.strictObject({
        name: z.enum(["BurnChecked", "TransferChecked", "Memo"]).describe("What it does."),
        program: z.string().describe("The program that runs it."),
        accounts: z.array(account).describe("Its accounts, in order."),
        data: z.string().describe("Its data, in base64."),
      }),
    )
    .describe(
      "What one transaction must hold, in any order, with compute budget, memos and Lighthouse at most besides. The payer pays its fee.",
    ),
  transaction: z
    .string()
    .nullable()
    .describe("The whole transaction, unsigned, in base64; null where no wallet was named."),
});

export const tokenPayPreviewAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  launched: launchedField,
  atLaunch: atLaunchField,
  token: tokenField,
  terms: termsField,
  price: priceField,
  quote: quote.nullable().describe("The quote; null where none is made."),
  because: z.string().nullable().describe("Why none is made; null where one is."),
});
export type TokenPayPreviewAnswer = z.input<typeof tokenPayPreviewAnswer>;
