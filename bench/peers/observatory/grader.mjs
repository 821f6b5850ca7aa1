/**
 * Mozilla's HTTP Observatory as a pure grader: its own tests on a recorded answer. Its package is made to scan sites by
 * itself, so what its scan would have retrieved is put together here, as its own test helpers do.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ALGORITHM_VERSION, ALL_TESTS } from "@mdn/mdn-http-observatory/src/constants.js";
import { SCORE_TABLE } from "@mdn/mdn-http-observatory/src/grader/charts.js";
import { getGradeForScore, getScoreModifier } from "@mdn/mdn-http-observatory/src/grader/grader.js";
import { parseHttpEquivHeaders } from "@mdn/mdn-http-observatory/src/retriever/utils.js";
import { Requests } from "@mdn/mdn-http-observatory/src/types.js";
import { AxiosHeaders } from "axios";
import { CookieJar } from "tough-cookie";

/** What its installation would download: browsers' preload list. No case that needs it is graded, so it is empty. */
const preloads = path.join(
  path.dirname(fileURLToPath(import.meta.resolve("@mdn/mdn-http-observatory"))),
  "..",
  "conf",
  "hsts-preload.json",
);
mkdirSync(path.dirname(preloads), { recursive: true });
if (!existsSync(preloads)) writeFileSync(preloads, "{}");

export { ALGORITHM_VERSION };

/** Headers as axios keeps them: one name once, `set-cookie` as a list. */
function headersOf(pairs) {
  const headers = new AxiosHeaders();
  for (const [name, value] of pairs) {
    const earlier = headers.get(name);
    if (name.toLowerCase() === "set-cookie") headers.set(name, [...(earlier ?? []), value]);
    else headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return headers;
}

const answer = (status, pairs, verified, request = {}) => ({
  status,
  verified,
  data: "",
  headers: headersOf(pairs),
  request: { headers: request },
});

/** What its scan would have retrieved of a case. */
export function retrieved({ site, url, html, full }) {
  const requests = new Requests(site);
  const { auto, https, http, cors, httpRedirects } = full;
  requests.resources.path = html;
  const origin = cors?.requestOrigin;
  const { responses } = requests;
  responses.auto = answer(auto.status, auto.headers, true);
  responses.https = https && answer(200, https.headers, https.verified);
  responses.http = http && answer(200, [], http.verified);
  responses.cors = cors && answer(200, cors.headers, true, origin ? { origin } : {});
  responses.httpRedirects = httpRedirects.map((hop) => ({
    url: new URL(hop.url),
    status: hop.status ?? 301,
  }));
  const jar = new CookieJar();
  for (const cookie of responses.auto.headers.get("set-cookie") ?? [])
    jar.setCookieSync(cookie, url, { ignoreError: true });
  requests.session = { jar, url: new URL(url) };
  return { requests, url, html: html ?? "" };
}

/** Grades it: every test's result with what it is worth in this version, and the score. */
export function grade({ requests, url, html }) {
  requests.responses.auto.httpEquiv = parseHttpEquivHeaders(html, url);
  const results = ALL_TESTS.map((test) => test(requests));
  const changes = results.map(({ result }) => getScoreModifier(result));
  const penalties = changes.filter((change) => change < 0).reduce((sum, change) => sum + change, 100);
  const score = penalties >= 90 ? changes.reduce((sum, change) => sum + change, 100) : penalties;
  return {
    ...getGradeForScore(score),
    results: Object.fromEntries(results.map((output) => [output.constructor.name, output.result])),
  };
}

/** What a result is worth in this version; undefined for one that it doesn't know. */
export const worth = (result) => SCORE_TABLE.get(result)?.modifier;
