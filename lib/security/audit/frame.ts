import { env } from "@/lib/env";
import type { CallContext } from "@/lib/handler";
import { ownToken } from "@/lib/payments/token/own-token";
import type { ScanTarget } from "../gate/judge-target";
import { isHtml, mediaType } from "../media-type";
import type { HeaderGrade } from "../grade/grade";
import type { Readiness } from "../readiness/readiness";
import { HOME_BYTES, REQUEST_BUDGET } from "../scan-fetch";
import type { SiteResponse } from "../site-response";
import { untrustedText } from "../untrusted-text";
import type { AdmittedAudit } from "./admit-audit";
import type { Homepage } from "./preflight";
import { claimNotes, liveCeiling } from "./holder";
import type { Depth } from "./vocabulary";

/** What every report carries beside its own. */

/** Until the token is launched everybody is a guest, and nobody can be more. */
export const access = (tier: Depth, pinned: boolean) => ({
  tier,
  liveCeiling: liveCeiling(),
  tcxLaunched: ownToken() !== null,
  legalNotice: legalNotice(pinned),
});

/** Whom else a scan asks, and what it can't promise. */
function legalNotice(pinned: boolean): string {
  const { SCAN_DOH_FIRST_URL, SCAN_DOH_SECOND_URL } = env();
  const resolvers = [SCAN_DOH_FIRST_URL, SCAN_DOH_SECOND_URL].map((address) => new URL(address).hostname);
  return [
    "A passive check: it asks for public addresses only, signs in nowhere and exploits nothing. It is no proof that a site is safe.",
    "The buyer attests that the site's owner allows it; time, host, a keyed hash of the buyer's network address and the payment are kept for 180 days.",
    `The site's name is looked up at ${[...new Set(resolvers)].join(" and ")} by DNS over HTTPS, so these learn it.`,
    `Names that lead to other than public addresses are refused, before the scan and after it. ${pinned ? PINNED : NOT_PINNED}`,
  ].join(" ");
}

const PINNED = "Every request went to an address that was looked up and judged before the scan.";
const NOT_PINNED =
  "The address that is connected to can't be pinned here: a name that changes its answer in between (DNS rebinding) is not caught while it does, so a report quotes nothing of an answer but what the desk's own rules recognise.";

export const NOT_TESTED: readonly string[] = [
  "TLS: versions, ciphers, the certificate's chain and its end; known is only whether the connection was accepted.",
  "DNS records such as CAA, DNSSEC, SPF and DMARC.",
  "Whether browsers carry the host itself in their HSTS preload list; whole top-level domains such as .dev and .app are known.",
  "Where plain http leads beyond its first redirect.",
  "What needs a sign-in, a script or any path that is not named here.",
];

/** Remarks on the buyer's own request, which whoever gets the same report later did not make. */
export const notesOnRequest = ({ shortened }: AdmittedAudit, context: CallContext): string[] => [
  ...(shortened ? ["Path, query and fragment were left out: only the origin was asked."] : []),
  ...claimNotes(context),
];

/** Remarks on how the homepage came, of the site that was judged. */
export function notesOn(
  { target: named }: AdmittedAudit,
  target: ScanTarget,
  { response, redirect }: Homepage,
): string[] {
  const notes: string[] = [];
  if (named.origin !== target.origin)
    notes.push(`${named.origin} redirects to ${target.origin}, which was judged in its place.`);
  if (response.url !== `${target.origin}/`)
    notes.push("The homepage was judged where it redirects to within the site.");
  if (redirect !== null) notes.push("The homepage redirects on, which was not followed.");
  const notPage = notAPage(response);
  if (notPage !== null) notes.push(notPage);
  if (response.truncated)
    notes.push(`The homepage is longer than is read; its first ${HOME_BYTES / 1024} KB were judged.`);
  return notes;
}

/** Remarks on the tests of the headers that a grade leaves out, since what was not seen takes no points. */
export function notesOnGrade({ grade, rows }: HeaderGrade): string[] {
  const open = rows.filter(({ pass }) => pass === null).map(({ title }) => title);
  if (grade === null || open.length === 0) return [];
  return [
    `${open.length} of ${rows.length} tests of the headers had no clear answer and took no points (${open.join(", ")}): a full grade may be worse.`,
  ];
}

/** Remarks on the checks that a score of readiness leaves out. */
export function notesOnReadiness({ rows }: Readiness): string[] {
  const open = rows.filter(({ verdict }) => verdict === "inconclusive");
  if (open.length === 0) return [];
  return [
    `${open.length} of ${rows.length} readiness checks had no clear answer: the score is that of the others, and there is none where they are worth less than half.`,
  ];
}

/** The remark on a scan that had no request left. */
export const notesOnBudget = (requests: number): string[] =>
  requests < REQUEST_BUDGET
    ? []
    : [`The scan used up its ${REQUEST_BUDGET} requests; what was not asked for any more stayed open.`];

/** What came in a page's place, if anything did. */
function notAPage({ status, headers }: SiteResponse): string | null {
  if (status === 401 || status === 403)
    return `The homepage answered ${status}: what was judged is a refusal, and the site behind it was not seen.`;
  if (status >= 400)
    return `The homepage answered ${status}, for which the grade's rules have none: each test says what that answer has, and everything else was judged as usual.`;
  if (status !== 200) return `The homepage answered ${status}: what was judged is that answer.`;
  if (!isHtml(headers))
    return `The homepage is ${untrustedText(mediaType(headers)).slice(0, 80)}, no page: what was judged is an answer for programs, to which tests of frames, scripts and styles matter less.`;
  return null;
}
