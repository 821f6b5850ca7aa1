import { parseRobots } from "../robots";
import type { SiteResponse } from "../site-response";
import { readDocument, rowWithoutText, startsAsMarkup } from "./answer";
import type { ProbeRow } from "./probe-row";

export const ROBOTS_PATH = "/robots.txt";

/** Tells whether a robots.txt is served: plain text that names at least one user agent, however short. */
export function judgeRobots(answer: SiteResponse | null): ProbeRow {
  const read = readDocument(answer);
  if (read.kind === "none") return rowWithoutText("robots", ROBOTS_PATH, read);
  const row = { id: "robots", path: ROBOTS_PATH, findings: [] };
  const { groups, sitemaps } = parseRobots(read.text);
  if (read.type !== "text/plain" || startsAsMarkup(read.text) || groups.length === 0)
    return { ...row, status: "absent", observed: "The answer is not a robots.txt." };
  return { ...row, status: "present", observed: `${groups.length} groups, ${sitemaps.length} sitemaps.` };
}
