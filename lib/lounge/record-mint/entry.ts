import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { signalIdField } from "../vocabulary";
import type { RecordMintAnswer } from "./answer";

export const recordMintEntry = defineRoute<RecordMintAnswer>()({
  path: "/api/lounge-rwa-record-mint",
  method: "POST",
  desk: "lounge",
  tier: "free",
  summary: "Record the NFT that a signal's creator minted of its certificate",
  input: z.strictObject({
    signalId: signalIdField,
    mint: z
      .string()
      .regex(
        /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
        "must be a mint's address on Solana: 32 to 44 letters and digits (base58)",
      )
      .describe("The mint's address."),
    signature: z
      .string()
      .regex(
        /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
        "must be a transaction's signature on Solana: 64 to 88 letters and digits (base58)",
      )
      .describe("The transaction that minted it, by its first signature."),
  }),
  answers: [200, 422],
  statuses: [404, 409, 503],
  // Each call asks a node twice, for nothing: for the accounts, and for the transaction.
  limits: { ...DEFAULT_LIMITS, rate: { name: "record-mint", perMinute: 12 } },
  tool: null,
});
