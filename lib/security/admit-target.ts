import { ApiError } from "../http/api-error";
import { type GateOptions, judgeTarget, type ScanTarget } from "./gate/judge-target";
import { isForbidden } from "./gate/problem";
import { refuseOptedOut } from "./opt-out";

export interface AdmittedTarget {
  target: ScanTarget;
  /** Whether path, query or fragment were left out. */
  shortened: boolean;
}

/**
 * A target that its name alone does not keep from being scanned. Throws ApiError 403 for one that nobody may have
 * scanned and 400 for one that is written wrongly; `problems` lists all that is wrong.
 */
export function admitTarget(raw: string, gate: GateOptions): AdmittedTarget {
  const verdict = judgeTarget(raw, gate);
  if (verdict.ok) {
    if (!verdict.target.self) refuseOptedOut(verdict.target);
    return verdict;
  }
  const { problems } = verdict;
  const details = { problems };
  const forbidden = problems.find(isForbidden);
  if (forbidden !== undefined)
    throw new ApiError("platform_scope_forbidden", `This target may not be scanned. ${forbidden.message}`, {
      details,
    });
  throw new ApiError("invalid_request", `\`target\`: ${problems[0]?.message ?? "It can't be scanned."}`, {
    details,
  });
}
