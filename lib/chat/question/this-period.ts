import type { Topic } from "./topics";

/** Of what has a date, the days ahead may well be asked for. */
export const DATED: ReadonlySet<Topic> = new Set<Topic>(["calendar", "airdrops", "listings", "news"]);
/** Of these a past date may be asked for too: they are lists of what was. */
export const PAST_DATED: ReadonlySet<Topic> = new Set<Topic>(["listings", "news"]);
/** Lists of what there is now: for a period, too, the present one is asked for. */
const OF_NOW: ReadonlySet<Topic> = new Set<Topic>([...DATED, "yields", "pools", "momentum", "new tokens"]);

const THIS_PERIOD = /\bthis (?:week|month|quarter|year)\b/iu;
const FORETOLD = /\b(?:will|won(?:'|’)?t|gonna|going to|expect(?:ed|ations?)?|head(?:ed|ing))\b/iu;
const TO_COME = /\b(?:ahead|coming|upcoming|next|later|(?:rest|remainder) of|should|might)\b/iu;
/** `have` alone is no past: "do we have an FOMC this month". */
const BEEN =
  /\b(?:did|was|were|wasn(?:'|’)?t|weren(?:'|’)?t|doing|so far|recap|happened|launched|ended|performance|(?:has|have|had|(?:what|how|who|it)(?:'|’)s) (?:\w+ ){0,3}(?:been|gone|done|risen|fallen|lost|come|made|met|cut|hiked|raised|changed|moved|performed|gained|dropped|reached|rallied|pumped|dumped|crashed))\b/iu;

/**
 * Of a period that has begun some is over and some is to come: which of it a text asks for. Null where the present
 * answers, and where no such period is named.
 */
export function sideOfNow(
  text: string,
  topics: readonly Topic[],
  namesAsset: boolean,
): "past" | "future" | null {
  if (!THIS_PERIOD.test(text)) return null;
  const all = (of: ReadonlySet<Topic>): boolean =>
    topics.length > 0 && topics.every((topic) => of.has(topic));
  if (topics.includes("plan")) return "future";
  if (FORETOLD.test(text)) return all(DATED) ? null : "future";
  if (BEEN.test(text)) return all(PAST_DATED) ? null : "past";
  if (topics.includes("verdict")) return "future";
  if (topics.includes("calendar") || all(OF_NOW) || !namesAsset) return null;
  return TO_COME.test(text) ? "future" : "past";
}
