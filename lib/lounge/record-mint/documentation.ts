import { documentRoute } from "@/lib/catalog/document";
import { recordMintAnswer } from "./answer";
import { recordMintEntry } from "./entry";

const mint = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";

export const recordMintDocumentation = documentRoute(recordMintEntry, {
  description:
    "Checks on chain, at `finalized`, that a mint is a signal's: of Token-2022 at the address that is derived from the creator's wallet and the signal's id, which the creator alone can sign for, with a supply of 1, no authority left, and this signal's URI and certificate hash. Elsewhere it may be of Token-2022, of Metaplex's Token Metadata (with a master edition without prints, or no authority) or of its Core (without authority and plugins), if it has this signal's URI and neutral name, the creator holds it, and has signed the transaction that made it; it is recorded where none is yet, and one at the derived address takes its place. What is not true is told with 422; asking again for the same mint is 200. The mint proves that the certificate existed then and who held the wallet, and is no title to anything else.",
  output: recordMintAnswer,
  sample: {
    input: {
      signalId: "sig_5b1f0c2a9d3e4f60718293a4",
      mint,
      signature: "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW",
    },
    output: {
      ...{ ok: true, signalId: "sig_5b1f0c2a9d3e4f60718293a4", status: "minted", mint, expectedMint: mint },
      message: "The mint is recorded.",
    },
  },
});
