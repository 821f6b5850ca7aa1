import * as z from "zod";
import { CATEGORY, CURSOR, SIGNAL_ID } from "./limits/vocabulary";

export {
  CATEGORY,
  CURSOR,
  MAX_CATEGORIES,
  MAX_SUMMARY,
  MAX_TEASER,
  MAX_TITLE,
  SIGNAL_ID,
} from "./limits/vocabulary";

export const CREATOR_CHAINS = ["sol", "evm"] as const;
export type CreatorChain = (typeof CREATOR_CHAINS)[number];

/**
 * How it is known that a signal is its creator's: the creator paid for it, or signed in for its very text; else anybody
 * may have named that wallet.
 */
export const CREATOR_PROOFS = ["payment", "sign-in", "unproved"] as const;
export type CreatorProof = (typeof CREATOR_PROOFS)[number];

export const ASSETS = ["BTC", "ETH", "SOL", "BNB"] as const;
export type Asset = (typeof ASSETS)[number];
export const STANCES = ["long", "short", "neutral"] as const;
export type Stance = (typeof STANCES)[number];

/** Why an operator hid a signal. */
export const HIDDEN_REASONS = ["illegal", "personal-data", "rights", "malware", "spam"] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

export const MAX_PAGE = 50;
export const cursorField = z
  .string()
  .regex(CURSOR, "must be the `nextCursor` of the page before, as it stands; leave it out for the newest")
  .describe("`nextCursor` of the page before; left out for the newest.");
export const categoryField = z
  .string()
  .regex(CATEGORY, "must be 1 to 32 lower-case letters, digits and hyphens");
export const signalIdField = z
  .string()
  .regex(SIGNAL_ID, "must be a signal's id: sig_ and 24 hexadecimal digits")
  .describe("The published signal's id.");
