import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { NewsOpenAnswer } from "./answer";

export const newsOpenEntry = defineRoute<NewsOpenAnswer>()({
  path: "/api/news-open",
  method: "POST",
  desk: "lounge",
  tier: "signal",
  gate: "guarded",
  summary: "Unlock a news article's address, canonical and without tracking",
  input: z.strictObject({
    url: z.string().min(1).max(2_048).describe("Article URL, http or https."),
    title: z.string().max(300).optional().describe("Headline title."),
    source: z.string().max(100).optional().describe("Publisher name."),
  }),
});
