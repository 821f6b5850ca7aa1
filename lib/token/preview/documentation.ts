import { documentRoute } from "@/lib/catalog/document";
import { tokenPayPreviewAnswer } from "./answer";
import { tokenPayPreviewEntry } from "./entry";

export const tokenPayPreviewDocumentation = documentRoute(tokenPayPreviewEntry, {
  description:
    "Quotes one call of a paid route in the service's own token: about 30 % below its price, 80 % of it burned. Sign one " +
    "transaction that holds the instructions, and send it as PAYMENT-SIGNATURE: `accepted` as it stands, and " +
    "`payload: { transaction }` in base64. A transaction of a quote buys once; two calls take two quotes, or a memo of your " +
    "own in each. Before the launch nothing is quoted.",
  output: tokenPayPreviewAnswer,
  sample: {
    input: { route: "/api/svc-intel-tvl" },
    output: {
      ok: true,
      launched: false,
      atLaunch: ["Every paid route gets an offer in the token beside those in USDC."],
      token: null,
      terms: {
        discountPct: 30,
        burnPct: 80,
        treasuryPct: 20,
        quoteSec: 120,
        refunds:
          "Burned tokens can't be returned: a refund is made in USDC, at the value that the quote had.",
      },
      price: null,
      quote: null,
      because: "The token is not launched.",
    },
  },
});
