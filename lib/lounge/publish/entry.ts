import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { categoryField, CREATOR_CHAINS, MAX_CATEGORIES, MAX_SUMMARY, MAX_TITLE } from "../vocabulary";
import type { SignalPublishAnswer } from "./answer";

export const signalPublishEntry = defineRoute<SignalPublishAnswer>()({
  path: "/api/lounge-signal-publish",
  method: "POST",
  desk: "lounge",
  tier: "raw",
  gate: "guarded",
  summary: "Publish a signal in the lounge, with a certificate of its text and time",
  input: z.strictObject({
    title: z.string().min(1).max(MAX_TITLE).describe("What everybody reads."),
    summary: z.string().min(1).max(MAX_SUMMARY).describe("The full text, for those who unlock it."),
    categories: z
      .array(categoryField)
      .min(1)
      .max(MAX_CATEGORIES)
      .describe(
        "Topics. One asset (btc, eth, sol, bnb) and one of long, short, neutral make it a call that is scored.",
      ),
    creatorWallet: z.string().min(1).max(64).describe("Wallet address of the creator."),
    creatorChain: z.enum(CREATOR_CHAINS).describe("The chain of that wallet."),
  }),
  limits: { ...DEFAULT_LIMITS, bodyBytes: 48 * 1024 },
});
