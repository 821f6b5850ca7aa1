import * as z from "zod";

export const MAX_CANDIDATES = 50;
export const DEFAULT_CANDIDATES = 10;

/** How many candidates are wanted. */
export const limit = z
  .int("must be a whole number from 1 to 50")
  .min(1, "must be at least 1")
  .max(MAX_CANDIDATES, `must be at most ${MAX_CANDIDATES}`)
  .default(DEFAULT_CANDIDATES)
  .describe(`How many at most: 1 to ${MAX_CANDIDATES}, by default ${DEFAULT_CANDIDATES}.`);

/** Free text of the caller. */
export const message = z
  .string()
  .max(4_000, "must be at most 4,000 characters")
  .optional()
  .describe("Free text, at most 4,000 characters.");

/** Whether the service's own creator signals join. */
export const includeInsider = z
  .boolean()
  .default(true)
  .describe("Whether creator signals of the lounge join, where there are any; by default true.");

/** Kinds of evidence for a candidate, the strongest first; `market`: prices of an exchange. */
export const EVIDENCE_CLASSES = [
  "insider",
  "institutional",
  "onchain",
  "market",
  "narrative",
  "creator",
] as const;
export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];
