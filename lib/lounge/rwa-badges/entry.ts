import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { RwaBadgesAnswer } from "./answer";

export const rwaBadgesEntry = defineRoute<RwaBadgesAnswer>()({
  path: "/api/rwa-badges",
  method: "GET",
  desk: "lounge",
  tier: "free",
  summary: "A reader's badges in the lounge, each with its rule",
  input: z.strictObject({
    wallet: z.string().min(1).max(64).describe("The reader's wallet, on Solana or an EVM chain."),
  }),
});
