import { documentRoute } from "@/lib/catalog/document";
import { anchorLogAnswer } from "./answer";
import { anchorLogEntry } from "./entry";

export const anchorLogDocumentation = documentRoute(anchorLogEntry, {
  description:
    "Says the log's last checkpoint on Solana, where leaves were added since the last time and a wallet is set that pays for it; or looks at what became of the one that was sent.",
  output: anchorLogAnswer,
  sample: {
    input: {},
    output: {
      ...{ ok: true, state: "anchored", size: 418, slot: 351204118 },
      wallet: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
    },
  },
});
