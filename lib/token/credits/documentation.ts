import { documentRoute } from "@/lib/catalog/document";
import { tcxCreditsAnswer } from "./answer";
import { tcxCreditsEntry } from "./entry";

export const tcxCreditsDocumentation = documentRoute(tcxCreditsEntry, {
  description:
    "The tier that a wallet has by what it holds of the service's own token, what that entitles it to, and what of that is " +
    "left today (UTC). What counts is the lower of its balance now and at 00:00 UTC. It needs no proof, since balances " +
    "are public, and it grants nothing. Before the launch everybody is a guest.",
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
      counted: null,
      asOf: null,
      entitled: {
        freeDesks: { entitled: false, left: 0 },
        freeAudits: { entitled: false, left: 0 },
        scanDepth: "Guest",
      },
      because: "The token is not launched.",
      resetsAt: null,
      holders: null,
      tiers: [],
    },
  },
});
