/** Zones that feeds name and Date.parse does not know, each as what it is ahead of UTC. */
const ZONES: Readonly<Record<string, string>> = {
  ...{ WET: "+0000", WEST: "+0100", BST: "+0100", CET: "+0100", MEZ: "+0100", CEST: "+0200", MESZ: "+0200" },
  ...{ EET: "+0200", EEST: "+0300", MSK: "+0300", SGT: "+0800", HKT: "+0800", KST: "+0900", JST: "+0900" },
  ...{ AEST: "+1000", AEDT: "+1100" },
};
/** A time of day, such as 14:05 or 14:05:09.123, and whatever follows. */
const TIME_OF_DAY = /^(.*?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(.*)$/;

/**
 * The time of a feed's item, by RFC 822 or ISO 8601, in milliseconds since 1970; NaN when it is none, or of an unknown zone. Without a zone
 * it is UTC.
 */
export function feedTime(text: string): number {
  const [, time, zone = ""] = TIME_OF_DAY.exec(text.trim()) ?? [];
  if (time === undefined) return Date.parse(text);
  const ahead = ZONES[zone.toUpperCase()];
  if (ahead !== undefined) return Date.parse(`${time} ${ahead}`);
  if (zone !== "") return Date.parse(text);
  return Date.parse(/^\d{4}-\d{2}-\d{2}[T ]/.test(time) ? `${time.replace(" ", "T")}Z` : `${time} GMT`);
}
