import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { LoungeLogAnswer } from "./answer";

export const loungeLogEntry = defineRoute<LoungeLogAnswer>()({
  path: "/api/lounge-log",
  method: "GET",
  desk: "lounge",
  tier: "free",
  summary: "The lounge's log: its signed checkpoint, and the proof that it goes on from one that you kept",
  input: z.strictObject({
    first: z
      .int()
      .min(1)
      .optional()
      .describe("Size of an earlier checkpoint: the answer then proves that the log goes on from it."),
  }),
});
