import * as z from "zod";

/** A price as any source of marks gives it; its time is the reading's. */
export const quote = z.object({
  price: z.number().positive(),
  /** Percent, over the period that the source says; null when the answer lacks it. */
  changePct: z.number().nullable(),
});
export type Quote = z.infer<typeof quote>;

/** A decimal in a string, as exchanges write them, to a positive number. */
export const decimalPrice = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
  .pipe(z.number().positive());

/** How often marks are read, and how long an old one still serves. */
export const MARK_FRESH_MS = 60_000;
export const MARK_STALE_MS = 15 * 60_000;
