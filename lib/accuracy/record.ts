import * as z from "zod";
import { CONFIDENCES, SIGNALS } from "@/lib/catalog/intel/signals";
import { log } from "@/lib/http/log";

/** The exchanges whose bitcoin price a verdict may be measured by: the one that gave the price gives the later one. */
export const VENUES = ["coinbase", "kraken"] as const;
export type Venue = (typeof VENUES)[number];

/** A verdict as it was when it was made. Nothing of it is ever changed. */
export const frozenVerdict = z.object({
  v: z.literal(1),
  /** When the call that it answered came in. */
  at: z.iso.datetime(),
  /** Label of the route that sold it. */
  route: z.string(),
  method: z.string(),
  signal: z.enum(SIGNALS),
  confidence: z.enum(CONFIDENCES),
  /** Sold with default parameters: only such a verdict can count for skill. */
  standard: z.boolean(),
  /** Whose price, in US dollars, and of when; null when none could be read: such a verdict is void. */
  price: z.object({ venue: z.enum(VENUES), usd: z.number().positive(), at: z.iso.datetime() }).nullable(),
  /** Daily standard deviation of log returns; null when the past could not be read: such a verdict is void. */
  sigma: z.number().positive().nullable(),
  /** How often this signal's rule came true in the year before; null as above. */
  base: z.number().min(0).max(1).nullable(),
  yesterday: z.union([z.literal(-1), z.literal(0), z.literal(1)]).nullable(),
  /** SHA-256 of the canonical JSON (RFC 8785) of what the verdict was decided on, as the buyer got it. */
  inputs: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FrozenVerdict = z.infer<typeof frozenVerdict>;

/** What became of a verdict. */
export const outcome = z.union([
  /** The price 24 hours later, and the log return in sigmas. */
  z.object({ price: z.number().positive(), priceAt: z.iso.datetime(), z: z.number() }),
  z.object({ void: z.enum(["no_price", "no_history"]) }),
]);
export type Outcome = z.infer<typeof outcome>;

/** One verdict in its whole life; without an outcome it is not due, or its price could not be read yet. */
export interface Scored {
  frozen: FrozenVerdict;
  outcome: Outcome | null;
}

/** A stored JSON text by its schema. What does not parse is logged and left out: it can't be repaired here. */
export function stored<S extends z.ZodType>(schema: S, text: string, key: string): z.output<S> | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    log.error("accuracy_record_unreadable", { key, why: error instanceof Error ? error.name : "unknown" });
    return null;
  }
}
