import { ApiError, retryAfter } from "@/lib/http/api-error";
import { type AdmittedTarget, admitTarget } from "../admit-target";
import { judgeAllowlist } from "../gate/allowlist";
import type { GateOptions, ScanTarget } from "../gate/judge-target";
import { PUBLIC_SUFFIXES } from "../gate/public-suffix";
import { ownHost } from "../own-host";
import type { Refused } from "../site-limits";

/** What is asked for in any of the audits. */
export interface AuditRequest {
  target: string;
  allowlist?: readonly string[] | undefined;
  authorized?: boolean | undefined;
  selfAudit?: boolean | undefined;
}

export interface AdmittedAudit extends AdmittedTarget {
  gate: GateOptions;
  allowlist: readonly string[];
}

/**
 * Judges a request by what is written alone: the target's name, the attestation, the allowlist. Throws ApiError 403
 * for what nobody may have scanned and 400 for the rest. The service may scan itself without permission.
 */
export function admitAudit(request: AuditRequest): AdmittedAudit {
  const gate = { own: ownHost(), selfAudit: request.selfAudit === true, suffixes: PUBLIC_SUFFIXES };
  const admitted = { ...admitTarget(request.target, gate), gate, allowlist: request.allowlist ?? [] };
  if (admitted.target.self) return admitted;
  if (request.authorized !== true)
    throw new ApiError(
      "invalid_request",
      "`authorized`: must be true. Send it only for a site whose owner allows the scan.",
    );
  const { problems } = judgeAllowlist(admitted.allowlist, admitted.target);
  const [first] = problems;
  if (first !== undefined)
    throw new ApiError("invalid_request", `\`allowlist\`: ${first.message}`, { details: { problems } });
  return admitted;
}

/** The refusal of a site that only leads to another, with the address to ask for instead. */
export const onlyLeadsTo = ({ origin }: ScanTarget, redirectsTo: string, why: string): ApiError =>
  new ApiError(
    "invalid_request",
    `${origin} only redirects to ${redirectsTo}, ${why} Scan ${redirectsTo} itself.`,
    { charge: "You were not charged.", details: { reason: "redirects", redirectsTo } },
  );

/**
 * Where an admitted target's homepage redirects to, judged as though the caller had named it. Throws ApiError 400 with the
 * address to name where the allowlist doesn't cover it or the way there is plain http, and 403 for what may not be
 * scanned.
 */
export function admitRedirect(admitted: AdmittedAudit, origin: string): AdmittedAudit {
  const url = new URL(origin);
  const secure = `https://${url.host}`;
  if (url.protocol !== "https:" && url.host === admitted.target.host)
    throw new ApiError(
      "target_unreachable",
      `${admitted.target.origin} leads back to plain http: there is no page to judge over https.`,
      {
        charge: "You were not charged.",
        details: { reason: "redirects", redirectsTo: origin },
        headers: retryAfter(30),
      },
    );
  if (url.protocol !== "https:") throw onlyLeadsTo(admitted.target, secure, "and that over plain http.");
  const next = { ...admitted, ...admitTarget(secure, admitted.gate), shortened: admitted.shortened };
  const { problems } = judgeAllowlist(admitted.allowlist, next.target);
  if (problems.length > 0) throw onlyLeadsTo(admitted.target, secure, "which your allowlist doesn't cover.");
  return next;
}

/** What the store says of limits and reports; while it doesn't answer, nothing may be scanned. */
export async function fromStore<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((cause: unknown) => {
    throw new ApiError("store_unavailable", "The scan limits can't be read at the moment. Try again.", {
      headers: retryAfter(5),
      cause,
    });
  });
}

const WHY = {
  in_flight: "is being scanned at this moment",
  too_soon: "was scanned a short while ago",
  too_many: "was scanned often enough within the hour",
  refused: "had too many scans that were refused before they began",
} as const;

/** The refusal while the limits of a site or of a caller are used up. */
export function coolingDown({ reason, subject, waitMs }: Refused): ApiError {
  return new ApiError(
    "rate_limited",
    `${subject} ${WHY[reason]}. Scans of a site are limited over all callers: wait as Retry-After says.`,
    { headers: retryAfter(waitMs / 1000), details: { reason, subject } },
  );
}
