import { randomHex } from "@/lib/http/digest";
import { type HeaderGrade, gradeHeaders } from "../grade/grade";
import { API_PAGE_PATHS, OPENAPI_PATHS, judgeApiDocs } from "../probes/api-docs";
import { judgeCors } from "../probes/cors-probe";
import { ENV_PATH, judgeEnv } from "../probes/env/env-file";
import { type Finding, SEVERITIES } from "../probes/finding";
import { GIT_CONFIG_PATH, GIT_HEAD_PATH, judgeGit } from "../probes/git";
import { disclosureFindings, gradeFindings } from "../probes/header-findings";
import type { ProbeRow } from "../probes/probe-row";
import { judgeRobots } from "../probes/robots-probe";
import {
  SECURITY_TXT_OLD_PATH,
  SECURITY_TXT_PATH,
  SECURITY_TXT_REDIRECTS,
  judgeSecurityTxt,
} from "../probes/security-txt-probe";
import { judgeShown } from "../probes/shown/judge-shown";
import { shownAnswers } from "../probes/shown/shown-answer";
import { SITEMAP_PATH, judgeSitemap } from "../probes/sitemap-probe";
import { DOCUMENT_BYTES, DOCUMENT_REDIRECTS, PROBE_BYTES, type ScanGet } from "../scan-fetch";
import type { SiteResponse } from "../site-response";
import { answerOf, observeSite } from "./observe-site";
import type { VisitedSite } from "./visit-site";

export interface Surface {
  headers: HeaderGrade;
  rows: readonly ProbeRow[];
  /** Of the probes and of the headers, worst first. */
  findings: readonly Finding[];
  /** Whether the homepage and the paths that nobody can have made were refused alike, and so said nothing. */
  closed: boolean;
}

/** Documents that may be long; only what was read whole is judged. */
const LONG: ReadonlySet<string> = new Set([...OPENAPI_PATHS, SITEMAP_PATH]);

type Follow = Pick<ScanGet, "redirects" | "leave">;

/** Two paths that nobody can have made, shaped as the probes' are. */
const controlPaths = (): readonly string[] => [`/.${randomHex(6)}`, `/${randomHex(6)}/HEAD`];

const isRefusal = (answer: SiteResponse | null): boolean => answer?.status === 401 || answer?.status === 403;

/** Probes a site's surface, all at once: 16 requests beside the homepage and robots.txt, and redirects. */
export async function surveySurface(site: VisitedSite): Promise<Surface> {
  const { scan, now, home, robots } = site;
  const ask = async (path: string, follow: Follow = { redirects: 0 }): Promise<SiteResponse | null> => {
    const maxBytes = LONG.has(path) ? DOCUMENT_BYTES : PROBE_BYTES;
    return answerOf(await scan.get({ address: path, headers: {}, maxBytes, ...follow }));
  };
  const askFor = async (path: string, follow?: Follow) => ({ path, answer: await ask(path, follow) });
  const [observed, controls, env, gitHead, gitConfig, wellKnown, root, sitemap, docs] = await Promise.all([
    observeSite(site),
    Promise.all(controlPaths().map((path) => askFor(path))),
    ask(ENV_PATH),
    ask(GIT_HEAD_PATH),
    ask(GIT_CONFIG_PATH),
    ask(SECURITY_TXT_PATH, { redirects: SECURITY_TXT_REDIRECTS }),
    ask(SECURITY_TXT_OLD_PATH),
    ask(SITEMAP_PATH, DOCUMENT_REDIRECTS),
    Promise.all([...OPENAPI_PATHS, ...API_PAGE_PATHS].map((path) => askFor(path, DOCUMENT_REDIRECTS))),
  ]);
  const { observation, foreign } = observed;
  const headers = gradeHeaders(observation);
  const rows = [
    judgeEnv(env, controls),
    judgeGit({ head: gitHead, config: gitConfig }, controls),
    judgeCors(foreign.origin, foreign.answer),
    judgeSecurityTxt({ wellKnown, root }, now.getTime()),
    judgeRobots(robots),
    judgeSitemap(sitemap),
    ...docs.map(({ path, answer }) => judgeApiDocs(path, answer, controls)),
  ];
  const others = [
    { path: "/", answer: foreign.answer },
    ...controls,
    { path: ENV_PATH, answer: env },
    { path: GIT_HEAD_PATH, answer: gitHead },
    { path: GIT_CONFIG_PATH, answer: gitConfig },
    { path: SITEMAP_PATH, answer: sitemap },
    { path: SECURITY_TXT_PATH, answer: wellKnown },
    ...docs,
  ];
  const [shownHome] = shownAnswers([{ path: "/", answer: home.response }]);
  const findings = [
    ...rows.flatMap((row) => row.findings),
    // a page that stands in for the homepage (404 and the like) says nothing of the site's own headers
    ...(headers.grade === null ? [] : gradeFindings(headers.rows)),
    ...disclosureFindings(home.response.headers),
    ...judgeShown(shownHome, shownAnswers(others), observation),
  ].sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity));
  const closed = [home.response, ...controls.map(({ answer }) => answer)].every(isRefusal);
  return { headers, rows, findings, closed };
}
