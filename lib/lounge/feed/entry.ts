import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { categoryField, cursorField, MAX_PAGE } from "../vocabulary";
import type { LoungeFeedAnswer } from "./answer";

export const loungeFeedEntry = defineRoute<LoungeFeedAnswer>()({
  path: "/api/lounge-feed",
  method: "GET",
  desk: "lounge",
  tier: "free",
  summary: "Signals of the lounge, newest first: titles, teasers, certificates",
  input: z.strictObject({
    cursor: cursorField.optional(),
    since: z.iso.datetime({ offset: true }).optional().describe("Only what was published after this moment."),
    category: categoryField.optional().describe("Only signals of this category."),
    creator: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe("Only signals that name this wallet as their creator."),
    limit: z.int().min(1).max(MAX_PAGE).default(10).describe("Signals on a page."),
  }),
});
