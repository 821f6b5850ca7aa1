import * as z from "zod";
import { DEPTHS } from "./vocabulary";

const access = z
  .object({
    tier: z.enum(DEPTHS).describe("The depth of this answer."),
    liveCeiling: z.enum(DEPTHS).describe("The deepest that anybody can have at present."),
    tcxLaunched: z.boolean().describe("Whether the token that opens deeper tiers is launched."),
    legalNotice: z
      .string()
      .describe("What the scan promises and what it does not, and which third parties it asks."),
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
      "Set when the site was left alone and this is a report from before: your own, or one that its payer did not pay for; null for a new one.",
    ),
  requests: z.int().min(0).describe("How many requests the site got."),
  connection: z
    .object({
      pinned: z
        .boolean()
        .describe(
          "Whether every request went to an address that was looked up at both resolvers and judged public; false where the platform's own look-up decided, which a name can answer differently.",
        ),
    })
    .describe("How the site was connected to."),
  notTested: z.array(z.string()).describe("What can't be seen from here, so that nothing is said of it."),
  notes: z.array(z.string()).describe("What a reader should know of this report."),
  access,
  signature: z
    .string()
    .nullable()
    .describe(
      "The service's signature of this report: a JWS without its payload (RFC 7515, appendix F), type `svc-security-report+jws`, by a key of /.well-known/jwks.json; the payload is this answer in canonical JSON (RFC 8785) with `cached` and `signature` null. Null where the service has no key.",
    ),
});
