import { env } from "../env";
import { ApiError } from "../http/api-error";
import type { ScanTarget } from "./gate/judge-target";
import type { Problem } from "./gate/problem";
import { suffixOf } from "./gate/suffixes";
import { readAnswer, startsAsMarkup } from "./probes/answer";
import { parseRobots, refusesRobot } from "./robots";
import { scannerToken } from "./scan-fetch/egress";
import type { SiteResponse } from "./site-response";

/** How a site's owner refuses this scanner, whatever a buyer attests. */

function optedOut(how: string): ApiError {
  const problem: Problem = {
    code: "opted_out",
    message: `The site's owner does not want it scanned: ${how}.`,
  };
  return new ApiError(
    "platform_scope_forbidden",
    `This target may not be scanned. ${problem.message}`,
    { details: { problems: [problem] } },
    "You were not charged.",
  );
}

/** Refuses, by name alone, a site whose owner wrote to the operator. Throws ApiError 403. */
export function refuseOptedOut({ host }: ScanTarget): void {
  if (suffixOf(host, new Set(env().SCAN_EXCLUDED_DOMAINS)) !== null)
    throw optedOut("its domain is on this service's list");
}

/** Refuses a site whose robots.txt has a group for this scanner that closes the site to it. Throws ApiError 403. */
export function refuseByRobots(robots: SiteResponse): void {
  const read = readAnswer(robots);
  if (read.kind === "none" || startsAsMarkup(read.text)) return;
  const token = scannerToken(env().NEXT_PUBLIC_SERVICE_NAME);
  if (refusesRobot(parseRobots(read.text), token.toLowerCase()))
    throw optedOut(`its robots.txt disallows / for ${token}`);
}
