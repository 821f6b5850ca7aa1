import { isRecord } from "@/lib/is-record";
import type { LoungeCreatorAnswer } from "@/lib/lounge/creator/answer";
import type { LoungeFeedAnswer } from "@/lib/lounge/feed/answer";
import type { RwaBadgesAnswer } from "@/lib/lounge/rwa-badges/answer";

/**
 * Answers of this service's own free routes, by the member that tells them apart. Guarantee: each was made from the type
 * that it is read as, and is held against that route's schema wherever answers are checked; no browser carries schemas.
 */
const readAs =
  <T extends { ok: true }>(member: keyof T & string) =>
  (body: unknown): T | null =>
    isRecord(body) && body.ok === true && member in body ? (body as T) : null;

export const readFeed = readAs<LoungeFeedAnswer>("signals");
export const readCreator = readAs<LoungeCreatorAnswer>("record");
export const readBadges = readAs<RwaBadgesAnswer>("badges");
