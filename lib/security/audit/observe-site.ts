import { randomHex } from "@/lib/http/digest";
import { registrableDomain } from "../gate/public-suffix";
import { type Observation, type PlainHttp, observe } from "../grade/observation";
import { isPreloadedTopLevel } from "../grade/preloaded";
import { isOwnWord } from "../probes/answer";
import { PROBE_BYTES, type ScanFetched } from "../scan-fetch";
import type { SiteResponse } from "../site-response";
import { HOMEPAGE } from "./preflight";
import type { VisitedSite } from "./visit-site";

export interface ObservedSite {
  observation: Observation;
  /** The origin that was made up for the request from elsewhere, and what it got. */
  foreign: { origin: string; answer: SiteResponse | null };
}

export const answerOf = (fetched: ScanFetched): SiteResponse | null => (fetched.ok ? fetched.response : null);

/** What plain http came to, by one request: where it leads beyond the first step is not known. */
function plainHttpOf(fetched: ScanFetched, host: string): PlainHttp {
  if (!fetched.ok) return { kind: fetched.failure === "refused" ? "none" : "not_tested" };
  const asked = new URL(`http://${host}/`);
  const { redirect, response } = fetched;
  if (redirect === null)
    return staysPlain(response) ? { kind: "route", route: [asked] } : { kind: "not_tested" };
  if (redirect.kind === "forbidden") return { kind: "not_tested" };
  const next = redirect.kind === "same-origin" ? redirect.url : new URL(redirect.origin);
  return { kind: next.protocol === "https:" ? "route" : "unfinished_route", route: [asked, next] };
}

/** Whether the site itself answered there and led nowhere: with a page, or with a refusal of its own. */
const staysPlain = (response: SiteResponse): boolean =>
  isOwnWord(response) && (response.status < 300 || response.status >= 400);

/** Asks for what the header grade needs beside the homepage: two requests. */
export async function observeSite({ target, scan, home }: VisitedSite): Promise<ObservedSite> {
  const origin = `https://${randomHex(8)}.example`;
  const [crossed, plain] = await Promise.all([
    scan.get({ ...HOMEPAGE, headers: { origin }, maxBytes: PROBE_BYTES }),
    scan.getPlainHttp(),
  ]);
  const answer = answerOf(crossed);
  const observation = observe(home.response, {
    host: target.host,
    http: plainHttpOf(plain, target.host),
    cors: answer !== null && isOwnWord(answer) ? { origin, headers: answer.headers } : null,
    isPreloaded: isPreloadedTopLevel, // all that is carried of browsers' list, as every report says
    registrableDomain,
  });
  return { observation, foreign: { origin, answer } };
}
