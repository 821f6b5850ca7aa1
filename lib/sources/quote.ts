import * as z from "zod";
import { limits } from "../curated/plausibility";
import type { Source } from "./source";

/** A price as any source of marks gives it; its time is the reading's. */
export const quote = z.object({
  price: z.number().positive(),
  /** Percent, over the period that the source says; null when the answer lacks it. */
  changePct: z.number().nullable(),
  /** Closes of an index's sessions that have ended, by date, where the answer has them. */
  closes: z
    .array(z.tuple([z.iso.date(), z.number().positive()]))
    .max(30)
    .optional(),
});
export type Quote = z.infer<typeof quote>;

/** The marks whose prices have limits of their own. */
export type Marked = "BTC" | "ETH" | "SPX" | "VIX" | "DXY" | "GOLD";

/** What the sources of a mark's price have in common: the next reading is compared with the last. */
export const markKept = (mark: Marked): Pick<Source<Quote>, "kept" | "baseline" | "steps"> => ({
  kept: quote,
  baseline: ({ price }) => ({ price }),
  steps: () => (mark === "BTC" || mark === "ETH" ? limits.steps.largeCoin : limits.steps[mark]),
});

/** A decimal in a string, as exchanges write them, to a positive number. */
export const decimalPrice = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
  .pipe(z.number().positive());

/** How often marks are read, and how long an old one still serves. */
export const MARK_FRESH_MS = 60_000;
export const MARK_STALE_MS = 15 * 60_000;
