import { APPLIED_AT, type Effect } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import type { NetworkTags } from "./network-tags";

/** How many unproved newcomers of a network and day the directory shows: the newest. */
const LISTED = 3;

/** An agent's place in the directory, in the order of registration; also the cursor behind it. */
export const placeOf = (registeredAt: number | string, id: string): string => `${registeredAt}:${id}`;

/** Lists an agent among those with a proved wallet, and no longer among the others. */
export const listVerified = (place: string): Effect[] => [
  { command: ["ZADD", keys.agentDirectory("verified"), "0", place] },
  { command: ["ZREM", keys.agentDirectory("claimed"), place] },
];

/** Lists an unproved newcomer, and no longer the oldest of its network's; `listed` are those, newest first. */
export function listNewcomer({
  id,
  tags,
  listed,
}: {
  id: string;
  tags: NetworkTags;
  listed: readonly string[];
}): Effect[] {
  const directory = keys.agentDirectory("claimed");
  const place = placeOf(APPLIED_AT, id);
  const [stay, gone] = [listed.slice(0, LISTED - 1), listed.slice(LISTED - 1)];
  return [
    { command: ["ZADD", directory, "0", place] },
    ...(gone.length === 0 ? [] : [{ command: ["ZREM", directory, ...gone] } as const]),
    { command: ["HSET", keys.agentNetwork(tags.network), "listed", [place, ...stay].join(" ")] },
  ];
}
