import { documentRoute } from "@/lib/catalog/document";
import { rwaTokenAnswer } from "./answer";
import { rwaTokenEntry } from "./entry";

export const rwaTokenDocumentation = documentRoute(rwaTokenEntry, {
  description:
    "A signal's certificate and the proof that the log has it: its leaf, an inclusion proof and a signed checkpoint. The " +
    "salt that opens its text goes to the proved creator and to who unlocked it, by a SIGN-IN-WITH-X proof of the wallet, " +
    "or the unlock's PAYMENT-SIGNATURE with its replay token. /lounge/verify.mjs checks all of it without us.",
  output: rwaTokenAnswer,
  sample: {
    input: { signalId: "sig_5b1f0c2a9d3e4f60718293a4" },
    output: {
      ok: true,
      signalId: "sig_5b1f0c2a9d3e4f60718293a4",
      certificate: {
        version: 1,
        signalId: "sig_5b1f0c2a9d3e4f60718293a4",
        title: "ETH funding turns before the upgrade",
        categories: ["eth", "long", "derivatives"],
        creator: { wallet: "0x52908400098527886e0f7030069857d2e4169ee7", chain: "evm" },
        bodyHash: "3d2a1f0e9c8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b3a29",
      },
      certificateHash: "9b7c1d0e5f2a48c6b3d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7",
      creatorProof: "payment",
      publishedAt: "2026-10-07T14:06:12.480Z",
      hidden: null,
      minted: false,
      mint: null,
      mintTerms: null,
      log: {
        origin: "svc.example.com/lounge",
        index: 417,
        leaf: "9b7c1d0e5f2a48c6b3d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7 1791381972480",
        size: 0,
        root: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        inclusion: null,
        checkpoint: null,
      },
      ...{ anchor: null, payment: null },
      opening: null,
      notes: ["The leaf is not in a signed tree yet: ask again a minute after publishing."],
    },
  },
});
