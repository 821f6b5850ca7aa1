import { documentRoute } from "@/lib/catalog/document";
import { tokenBurnsAnswer } from "./answer";
import { tokenBurnsEntry } from "./entry";

export const tokenBurnsDocumentation = documentRoute(tokenBurnsEntry, {
  description:
    "Every payment in the service's own token: what was paid, burned and kept, with its transaction, by which anybody can " +
    "compute the record again from the chain. Days are listed for 400 days; the totals are of all. Empty before the launch.",
  output: tokenBurnsAnswer,
  sample: {
    input: { day: "2026-11-22" },
    output: {
      ok: true,
      launched: false,
      atLaunch: ["Every paid route gets an offer in the token beside those in USDC."],
      token: null,
      totals: { gross: "0", burned: "0", kept: "0", payments: 0 },
      day: "2026-11-22",
      burns: [],
      next: null,
    },
  },
});
