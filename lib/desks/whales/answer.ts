import * as z from "zod";
import { positioningRecord } from "@/lib/catalog/intel/answers/positioning";

export const whalesFields = z.object({
  positioning: z
    .array(positioningRecord)
    .describe(
      "One record a symbol, in the order asked for. Statistics of a derivatives exchange, not labelled wallets.",
    ),
});
export type WhalesFields = z.input<typeof whalesFields>;
