import { documentRoute } from "@/lib/catalog/document";
import { signalOpenAnswer } from "./answer";
import { signalOpenEntry } from "./entry";

export const signalOpenDocumentation = documentRoute(signalOpenEntry, {
  description:
    "Sells the full text of a published signal. An id that was never published is 404 before anything is paid. Who has " +
    "unlocked a signal reads it again for nothing, at any time, with a SIGN-IN-WITH-X proof of the paying wallet and no payment.",
  output: signalOpenAnswer,
  sample: {
    input: { signalId: "sig_5b1f0c2a9d3e4f60718293a4" },
    output: {
      signalId: "sig_5b1f0c2a9d3e4f60718293a4",
      summary:
        "Funding on three venues has been negative for 18 hours while spot is bid. I am long from here for a day.",
      title: "ETH funding turns before the upgrade",
    },
  },
});
