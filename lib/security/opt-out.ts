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
  return new ApiError("platform_scope_forbidden", `This target may not be scanned. ${problem.message}`, {
    charge: "You were not charged.",
    details: { problems: [problem] },
  });
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
  if (refusesRobot(parseRobots(read.text), token().toLowerCase())) throw byRobots();
}

const token = (): string => scannerToken(env().NEXT_PUBLIC_SERVICE_NAME);

/** The refusal by a site's robots.txt. */
export const byRobots = (): ApiError => optedOut(`its robots.txt disallows / for ${token()}`);

/** Whether a site's owner has refused a scan in its robots.txt. */
export const isOptedOut = (error: unknown): boolean =>
  error instanceof ApiError &&
  Array.isArray(error.options.details?.["problems"]) &&
  error.options.details["problems"].some(({ code }: Problem) => code === "opted_out");
