import { DEFAULT_LIMITS, type Limits } from "@/lib/catalog/define";
import { targetField, allowlistField, authorizedField } from "../scope/vocabulary";

/** What the three audits share: their request, the frame of their answers, their limits. */

/**
 * Allowlist and attestation are optional by form alone: a target that nobody may have scanned is refused as such,
 * whatever else is missing.
 */
export const auditInput = {
  target: targetField,
  allowlist: allowlistField.optional(),
  authorized: authorizedField.optional(),
};

/** The access tiers by depth. Only the first is live before the service's token is launched. */
export const DEPTHS = ["Guest", "Deluxe", "Executive", "President"] as const;
export type Depth = (typeof DEPTHS)[number];

/** The audits of one address: those that are paid, free or refused. Asking for the price is none. */
export const AUDIT_RATE = { name: "audits", perMinute: 8 };

/** Verify, look-ups, requests to a slow site and the settlement, within what an edge function may take. */
export const AUDIT_LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  budgetMs: 24_000,
  // Each asks a third party's site.
  slots: { group: "scans", most: 1 },
  rate: AUDIT_RATE,
};
