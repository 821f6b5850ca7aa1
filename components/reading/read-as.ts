import { isRecord } from "@/lib/is-record";

/**
 * Answers of this service's own free routes, by the member that tells them apart. Guarantee: each was made from the type
 * that it is read as, and is held against that route's schema wherever answers are checked; no browser carries schemas.
 */
export const readAs =
  <T extends { ok: true }>(member: keyof T & string) =>
  (body: unknown): T | null =>
    isRecord(body) && body.ok === true && member in body ? (body as T) : null;
