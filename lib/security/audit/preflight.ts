import { ApiError, retryAfter } from "@/lib/http/api-error";
import type { RedirectVerdict } from "../gate/judge-redirect";
import { readAnswer } from "../probes/answer";
import { blockedBy } from "../probes/block-page";
import { isChallenge } from "../probes/challenge";
import { refuseByRobots } from "../opt-out";
import { onlyLeadsTo } from "./admit-audit";
import { ROBOTS_PATH } from "../probes/robots-probe";
import type { ScanTarget } from "../gate/judge-target";
import { DOCUMENT_BYTES, HOME_BYTES, type ScanFetch, type ScanGet } from "../scan-fetch";
import type { ScanFailure } from "../scan-fetch/failure";
import type { SiteResponse } from "../site-response";

/** The homepage as a browser would ask for it, redirects within the site included. */
export const HOMEPAGE: ScanGet = { address: "/", headers: {}, maxBytes: HOME_BYTES, redirects: 3 };

/** RFC 9309 wants five redirects followed; three leave the budget to what is sold. */
const ROBOTS: ScanGet = { address: ROBOTS_PATH, headers: {}, maxBytes: DOCUMENT_BYTES, redirects: 3 };

export interface Homepage {
  response: SiteResponse;
  redirect: RedirectVerdict | null;
}

type Reason =
  | ScanFailure
  | "redirects"
  | "blocked"
  | "challenged"
  | "busy"
  /** Others' scans are under way at the target's address, or it had enough of them. */
  | "network_busy"
  | "network_used_up"
  | "no_such_name"
  | "no_address"
  | "failed"
  | "not_public";

/** The refusal to sell a report of a site that gave nothing to judge. `waitSec`: when to come back. */
export const unreachable = (reason: Reason, message: string, waitSec: number): ApiError =>
  new ApiError("target_unreachable", message, {
    charge: "You were not charged.",
    details: { reason },
    headers: retryAfter(waitSec),
  });

/** When it is worth coming back to a site that could not be scanned: its trouble may be short, and it had two requests. */
export const RETRY_SEC = 30;

const TOLD: Partial<Record<ScanFailure, string>> = {
  dns: "The target's name led nowhere.",
  tls: "The target's certificate or its TLS doesn't hold.",
  refused: "The target refused the connection.",
  not_pinned: "The target's name led to another address than public DNS says.",
  reset: "The target broke the connection.",
  timeout: "The target gave no whole answer in time.",
  headers_too_large: "The target's headers are too large to read.",
  unreadable_body: "The target's homepage broke off or did not decompress.",
};

/** The refusal of a site that gave no answer. */
export const noAnswer = (failure: ScanFailure): ApiError =>
  unreachable(failure, TOLD[failure] ?? "The target gave no answer.", RETRY_SEC);

/** What came of one request. Throws ApiError 503 where it has nothing to judge the site by. */
async function answerTo(scan: ScanFetch, request: ScanGet): Promise<Homepage> {
  const fetched = await scan.get(request);
  if (!fetched.ok) throw noAnswer(fetched.failure);
  const { response, redirect } = fetched;
  const service = blockedBy(response);
  if (service !== null)
    throw unreachable(
      "blocked",
      `${service} refused the scanner in the site's place: allow it there.`,
      RETRY_SEC,
    );
  if (isChallenge(response))
    throw unreachable("challenged", "A protection service answered with a test for browsers.", RETRY_SEC);
  const read = readAnswer(response);
  if (read.kind === "none" && read.status === "inconclusive")
    throw unreachable("busy", busyWith(request, response.status), RETRY_SEC);
  return { response, redirect };
}

/** RFC 9309 §2.3.1.4: while robots.txt is in trouble, everything counts as disallowed. */
const busyWith = ({ address }: ScanGet, status: number): string =>
  address === ROBOTS_PATH
    ? `The target's robots.txt answered ${status}, so nobody can say whether its owner refuses scans.`
    : `The target's homepage answered ${status}.`;

/**
 * Refuses a site whose homepage, at the end, is a redirect: nothing of a page was seen. Throws ApiError 400 with the
 * address to scan where it leads to another site, else 503. The service itself is judged as it is.
 */
export function refuseWithoutPage(target: ScanTarget, { redirect }: Homepage): void {
  if (target.self || redirect === null) return;
  if (redirect.kind === "elsewhere") throw onlyLeadsTo(target, redirect.origin, "one redirect too many.");
  const message =
    redirect.kind === "forbidden"
      ? "The target's homepage redirects to a place that may not be scanned."
      : "The target's homepage redirects on and on.";
  throw unreachable("redirects", message, RETRY_SEC);
}

/**
 * What comes before all other requests: robots.txt alone, by which an owner may refuse, and then the homepage. Throws
 * ApiError 403 for a site that refuses, and 503 where either has nothing to judge: no answer, a page of a protection
 * service in its place, or a site that is in trouble. Then nothing else is asked. The service itself refuses nothing.
 */
export async function preflight(
  scan: ScanFetch,
  { self }: ScanTarget,
): Promise<{ home: Homepage; robots: SiteResponse }> {
  const { response: robots } = await answerTo(scan, ROBOTS);
  if (!self) refuseByRobots(robots);
  return { home: await answerTo(scan, HOMEPAGE), robots };
}
