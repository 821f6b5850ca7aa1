import * as z from "zod";
import { CREATOR_CHAINS, CREATOR_PROOFS, HIDDEN_REASONS } from "../vocabulary";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const rwaTokenAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  signalId: z.string().describe("The signal."),
  certificate: z
    .object({
      version: z.literal(1).describe("Of this form."),
      signalId: z.string().describe("The signal."),
      title: z.string().describe("As its creator wrote it. Untrusted text."),
      categories: z.array(z.string()).describe("Topics."),
      creator: z
        .object({
          wallet: z.string().describe("The wallet that it names."),
          chain: z.enum(CREATOR_CHAINS).describe("Its chain."),
        })
        .describe("Whose it is said to be."),
      bodyHash: hash.describe("SHA-256 of the canonical JSON (RFC 8785) of `{salt, summary}`."),
    })
    .nullable()
    .describe("What is certified; null where it was hidden: then its hash and its leaf are left."),
  certificateHash: hash.describe("SHA-256 of the certificate's canonical JSON (RFC 8785), hexadecimal."),
  creatorProof: z.enum(CREATOR_PROOFS).describe("How far the wallet is proved to have published this."),
  publishedAt: z.iso.datetime().describe("When its payment settled, UTC, by the service's own clock."),
  hidden: z
    .object({
      reason: z.enum(HIDDEN_REASONS).describe("Why."),
      at: z.iso.datetime().describe("When."),
    })
    .nullable()
    .describe("That an operator deleted its words; null where nobody did."),
  minted: z.boolean().describe("Whether an NFT of it is recorded."),
  mint: z.string().nullable().describe("Address of that NFT's mint on Solana; null without one."),
  mintTerms: z
    .object({
      network: z.string().describe("The chain, as a CAIP-2 id."),
      address: z.string().describe("The one address at which its creator may mint it."),
      name: z.string().describe("The name that it must have there."),
      symbol: z.string().describe("The symbol."),
      uri: z.string().describe("The URI of its metadata."),
    })
    .nullable()
    .describe(
      "As what its creator may mint it, beside the field `certificateHash`; null for a creator without a Solana wallet, and where it was hidden.",
    ),
  log: z
    .object({
      origin: z.string().describe("The log's name."),
      index: z.int().describe("The leaf's index."),
      leaf: z
        .string()
        .describe("The leaf's data: certificate hash, a blank, and milliseconds of publication."),
      size: z.int().describe("How many leaves the tree of the proof has; 0 while there is none."),
      root: hash.describe("Its root."),
      inclusion: z
        .array(hash)
        .nullable()
        .describe("The proof (RFC 6962), from the leaf upwards; null until the leaf is a minute old."),
      checkpoint: z
        .string()
        .nullable()
        .describe("Origin, size and root as a signed note (C2SP tlog-checkpoint); null where no key signs."),
    })
    .describe("That the certificate stands in the log since then."),
  anchor: z
    .object({
      network: z.string().describe("The chain, as a CAIP-2 id."),
      slot: z.int().describe("At which it has the transaction, final."),
      signature: z.string().describe("What the transaction is known by."),
      transaction: z
        .string()
        .describe("All of it, in base64: its one memo is the checkpoint's three lines, to the letter."),
      checkpoint: z.string().describe("The signed note (C2SP tlog-checkpoint)."),
      inclusion: z.array(hash).describe("The proof that the leaf is in the tree of that checkpoint."),
    })
    .nullable()
    .describe("The first checkpoint on Solana whose tree has the leaf; null where there is none."),
  payment: z
    .object({
      network: z.string().describe("The chain, as a CAIP-2 id."),
      memo: z.string().describe("What it says: the certificate's hash, in base64url."),
      transaction: z
        .string()
        .nullable()
        .describe("What the transaction is known by; null until its money was seen on chain."),
    })
    .nullable()
    .describe(
      "The payment that published it, where that was made on Solana with the memo that its 402 names.",
    ),
  opening: z
    .object({
      salt: hash.describe("With the summary it opens `bodyHash`. Not public: a short text could be guessed."),
    })
    .nullable()
    .describe("For its creator and those who unlocked it, who prove it; else null."),
  notes: z.array(z.string()).describe("What the proof says, and what it does not."),
});
export type RwaTokenAnswer = z.input<typeof rwaTokenAnswer>;
