import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { SecurityScopeAnswer } from "./answer";
import { targetField, allowlistField } from "./vocabulary";

export const securityScopeEntry = defineRoute<SecurityScopeAnswer>()({
  path: "/api/svc-security-scope",
  method: "POST",
  desk: "security",
  tier: "free",
  summary: "Whether a site may be scanned, before anything is paid",
  input: z.strictObject({ target: targetField, allowlist: allowlistField.optional() }),
  limits: { ...DEFAULT_LIMITS, rate: { name: "scope", perMinute: 20 } },
  readOnly: true,
  statuses: [403],
});
