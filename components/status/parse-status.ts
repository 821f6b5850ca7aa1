import { isRecord } from "@/lib/is-record";
import type { StatusAnswer } from "@/lib/status/answer";

export const STATUS_PATH = "/api/status";

const LISTS = ["routes", "facilitators", "notes"];

/** The service's own answer, whose members are the contract's; null for what has not even its outline. */
export function parseStatus(body: unknown): StatusAnswer | null {
  if (!isRecord(body) || !isRecord(body.stores) || !isRecord(body.providers)) return null;
  if (!Array.isArray(body.providers.list) || !LISTS.every((name) => Array.isArray(body[name]))) return null;
  return asStatus(body);
}

/** Guaranteed by the outline above and by the service, which checks its answers against their schema in its tests. */
const asStatus = (body: unknown): StatusAnswer => body as StatusAnswer;
