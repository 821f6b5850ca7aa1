import { documentRoute } from "@/lib/catalog/document";
import { type ListedSignal, loungeFeedAnswer } from "./answer";
import { loungeFeedEntry } from "./entry";

/** A signal as samples of feeds show it. */
export const sampleSignal: ListedSignal = {
  signalId: "sig_5b1f0c2a9d3e4f60718293a4",
  title: "ETH funding turns before the upgrade",
  teaser: "Funding on three",
  categories: ["eth", "long", "derivatives"],
  asset: "ETH",
  stance: "long",
  creator: { wallet: "0x52908400098527886e0f7030069857d2e4169ee7", chain: "evm", proof: "payment" },
  publishedAt: "2026-10-07T14:06:12.480Z",
  seq: 417,
  certificateHash: "9b7c1d0e5f2a48c6b3d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7",
  minted: false,
  mint: null,
  unlocks: 3,
  similarTo: null,
  ...{ status: "published", hidden: null },
  outcome: {
    ...{ result: "hit", counts: true, venue: "coinbase" },
    ...{ price: 4_120.5, priceAt: "2026-10-07T14:10:00.000Z" },
    ...{ priceLater: 4_190.25, priceLaterAt: "2026-10-08T14:10:00.000Z" },
    ...{ z: 0.5598, baseRate: 0.3671 },
  },
};

export const loungeFeedDocumentation = documentRoute(loungeFeedEntry, {
  description:
    "Every signal that was published, newest first, in pages: title, teaser, asset and stance, whose it is and how that " +
    "is known, its place and its certificate's hash. Nothing is edited; what an operator hid is left out here, and stands by its hash and reason in its creator's list. Come back with `since` for what is new.",
  output: loungeFeedAnswer,
  sample: {
    input: { category: "eth", limit: 1 },
    output: {
      ok: true,
      signals: [sampleSignal],
      nextCursor: "418",
    },
  },
});
