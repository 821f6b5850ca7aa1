import * as z from "zod";
import { envelope } from "@/lib/catalog/intel/answers/envelope";
import { positioningRecord } from "@/lib/catalog/intel/answers/positioning";

export const whalesAnswer = z.object({
  ...envelope("intel-whales"),
  positioning: z
    .array(positioningRecord)
    .describe(
      "One record a symbol, in the order asked for. Statistics of a derivatives exchange, not labelled wallets.",
    ),
});
export type WhalesAnswer = z.input<typeof whalesAnswer>;
