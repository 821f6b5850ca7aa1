import * as z from "zod";
import { DEFAULT_LIMITS, type Limits } from "../define";
import { allowlistField, authorizedField, targetField } from "./fields";

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
/** The deepest that anybody can have: deeper ones open to the token's holders, once there is a token. */
export const LIVE_CEILING: Depth = "Guest";

const access = z
  .object({
    tier: z.enum(DEPTHS).describe("The depth of this answer."),
    liveCeiling: z.enum(DEPTHS).describe("The deepest that anybody can have at present."),
    tcxLaunched: z.boolean().describe("Whether the token that opens deeper tiers is launched."),
    legalNotice: z
      .string()
      .describe("What the scan promises and what it does not, and who is asked besides."),
  })
  .describe("How deep the answer goes, and under what terms.");

/** A time in ISO 8601, UTC. */
const time = z.iso.datetime();

/** The members that every audit's answer has beside its own. */
export const auditFrame = <Kind extends string>(kind: Kind) => ({
  ok: z.literal(true).describe("Always true in an answer."),
  kind: z.literal(kind).describe("Which audit this is."),
  target: z.string().describe("The origin that was asked."),
  host: z.string().describe("Its host."),
  auditedAt: time.describe("When the site was asked, in UTC."),
  cached: z
    .object({ ageSec: z.int().min(0).describe("Seconds since the site was asked.") })
    .nullable()
    .describe(
      "Set when the site was left alone and this is your own report from before; null for a new one.",
    ),
  requests: z.int().min(0).describe("How many requests the site got."),
  notTested: z.array(z.string()).describe("What can't be seen from here, so that nothing is said of it."),
  notes: z.array(z.string()).describe("What a reader should know of this report."),
  access,
});

/** Verify, look-ups, requests to a slow site and the settlement, within what an edge function may take. */
export const AUDIT_LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  budgetMs: 24_000,
  rate: { name: "audits", perMinute: 8 },
};

/** The frame of the samples. */
export const sampleFrame = {
  ok: true as const,
  target: "https://www.example.com",
  host: "www.example.com",
  auditedAt: "2026-10-07T14:02:11.000Z",
  cached: null,
  notTested: ["DNS records such as CAA, DNSSEC, SPF and DMARC."],
  notes: [],
  access: {
    tier: "Guest" as const,
    liveCeiling: "Guest" as const,
    tcxLaunched: false,
    legalNotice: "A passive check: it asks for public addresses only, signs in nowhere and exploits nothing.",
  },
};

export const sampleRequest = {
  target: "https://www.example.com",
  allowlist: ["www.example.com"],
  authorized: true,
};
