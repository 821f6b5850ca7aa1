import * as z from "zod";

/** What entries and answers say of feedback. */

export const feedbackIdInput = z
  .string()
  .regex(/^fbk_[0-9a-f]{32}$/, "must be `fbk_` and 32 hex digits")
  .describe("Id of the feedback: `fbk_` and 32 hex digits.");

export const TAKEN_DOWN_REASONS = ["illegal", "personal-data", "rights", "malware", "spam"] as const;
export type TakenDownReason = (typeof TAKEN_DOWN_REASONS)[number];
