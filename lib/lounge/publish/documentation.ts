import { documentRoute } from "@/lib/catalog/document";
import { signalPublishAnswer } from "./answer";
import { signalPublishEntry } from "./entry";

export const signalPublishDocumentation = documentRoute(signalPublishEntry, {
  description:
    "Publishes a creator's signal: title, teaser and certificate for everybody, the summary for those who unlock it. " +
    "Its time is when the payment settles. Texts are normalised (NFKC) and cleaned of what can't be seen. It can't be " +
    "edited. A summary that was published before is refused with 409 duplicate_signal, uncharged. creatorWallet counts " +
    "as proved when it pays, or signs in (SIGN-IN-WITH-X) with the resource urn:svc:publish:sha256:<request fingerprint> " +
    "that the 402 for this very body names; else the signal says that it is unproved. Unlock fees are the service's.",
  output: signalPublishAnswer,
  sample: {
    input: {
      title: "ETH funding turns before the upgrade",
      summary:
        "Funding on three venues has been negative for 18 hours while spot is bid. I am long from here for a day.",
      categories: ["eth", "long", "derivatives"],
      creatorWallet: "0x52908400098527886E0F7030069857D2E4169EE7",
      creatorChain: "evm",
    },
    output: {
      id: "sig_5b1f0c2a9d3e4f60718293a4",
      published: true,
      title: "ETH funding turns before the upgrade",
    },
  },
});
