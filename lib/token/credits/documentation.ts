import { documentRoute } from "@/lib/catalog/document";
import { tcxCreditsAnswer } from "./answer";
import { tcxCreditsEntry } from "./entry";

export const tcxCreditsDocumentation = documentRoute(tcxCreditsEntry, {
  description:
    "The tier that a wallet has by what it holds of the service's own token. It needs no proof, since balances are " +
    "public, and it grants nothing. Before the launch everybody is a guest.",
  output: tcxCreditsAnswer,
  sample: {
    input: { wallet: "4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw" },
    output: {
      ok: true,
      launched: false,
      atLaunch: ["Holders are told apart by tier: Deluxe, Executive and President."],
      token: null,
      wallet: "4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw",
      tier: "Guest",
      balance: null,
      asOf: null,
      tiers: [],
    },
  },
});
