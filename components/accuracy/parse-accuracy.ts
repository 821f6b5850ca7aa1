import type { AccuracyAnswer } from "@/lib/accuracy/page/answer";
import { isRecord } from "@/lib/is-record";

export const ACCURACY_PATH = "/api/svc-intel-accuracy";

/** The service's own answer, whose members are the contract's; null for what has not even its outline. */
export function parseAccuracy(body: unknown): AccuracyAnswer | null {
  if (!isRecord(body) || !Array.isArray(body.bySignal) || !Array.isArray(body.recent)) return null;
  return isRecord(body.baselines) && typeof body.statement === "string" ? asAccuracy(body) : null;
}

/** Guaranteed by the outline above and by the service, which checks its answers against their schema in its tests. */
const asAccuracy = (body: unknown): AccuracyAnswer => body as AccuracyAnswer;
