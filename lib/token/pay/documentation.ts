import { documentRoute } from "@/lib/catalog/document";
import { tokenPayAnswer } from "./answer";
import { tokenPayEntry } from "./entry";

export const tokenPayDocumentation = documentRoute(tokenPayEntry, {
  description:
    "The state of payments in the service's own token: whether it is launched, the merchant's row, the terms of every " +
    "payment in it, and whether one would be offered now, at which price. Before the launch nothing is offered and everybody is a guest.",
  output: tokenPayAnswer,
  sample: {
    input: { merchant: "svc" },
    output: {
      ok: true,
      launched: false,
      atLaunch: ["Every paid route gets an offer in the token beside those in USDC."],
      token: null,
      merchant: null,
      terms: {
        discountPct: 30,
        burnPct: 80,
        treasuryPct: 20,
        quoteSec: 120,
        refunds:
          "Burned tokens can't be returned: a refund is made in USDC, at the value that the quote had.",
      },
      price: null,
      offered: false,
      because: "The token is not launched.",
    },
  },
});
