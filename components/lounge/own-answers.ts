import { readAs } from "@/components/reading/read-as";
import type { LoungeCreatorAnswer } from "@/lib/lounge/creator/answer";
import type { LoungeFeedAnswer } from "@/lib/lounge/feed/answer";
import type { RwaBadgesAnswer } from "@/lib/lounge/rwa-badges/answer";

export const readFeed = readAs<LoungeFeedAnswer>("signals");
export const readCreator = readAs<LoungeCreatorAnswer>("record");
export const readBadges = readAs<RwaBadgesAnswer>("badges");
