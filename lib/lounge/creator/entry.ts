import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { cursorField, MAX_PAGE } from "../vocabulary";
import type { LoungeCreatorAnswer } from "./answer";

export const loungeCreatorEntry = defineRoute<LoungeCreatorAnswer>()({
  path: "/api/lounge-creator",
  method: "GET",
  desk: "lounge",
  tier: "free",
  summary: "A creator's signals, all of them, and how many are proved to be the creator's own",
  input: z.strictObject({
    wallet: z.string().min(1).max(64).describe("The creator's wallet, on Solana or an EVM chain."),
    cursor: cursorField.optional(),
    limit: z.int().min(1).max(MAX_PAGE).default(10).describe("Signals on a page."),
  }),
});
