import * as z from "zod";

/** What every route of the desk takes of a target and its allowlist. */
export const targetField = z
  .string()
  .min(1)
  .max(2_048)
  .describe("The site as an https address. Only its origin counts: path, query and fragment are left out.");

export const allowlistField = z
  .array(z.string().max(255))
  .max(10)
  .describe(
    "Hosts that you may have scanned: 1 to 10 patterns such as `www.example.com` or `*.example.com` (names below the domain, not the domain itself), all of the target's own registrable domain.",
  );

export const authorizedField = z
  .boolean()
  .describe(
    "Must be true: you attest that the target's owner allows this scan. It is kept with the payment for 180 days.",
  );
