import * as z from "zod";
import { headline } from "@/lib/catalog/intel/answers/envelope";
import { WIRE_CATEGORIES } from "./vocabulary";

const wireHeadline = headline.extend({
  alsoIn: z.array(z.string()).describe("Further publishers of the same story."),
});

export const wireFields = z.object({
  category: z.enum(WIRE_CATEGORIES).describe("The topic that was asked for."),
  matched: z.int().min(0).describe("Stories on the topic, of which the newest are shown."),
  headlines: z.array(wireHeadline).describe("Newest first, each story once, as its first publisher had it."),
});
export type WireFields = z.input<typeof wireFields>;
