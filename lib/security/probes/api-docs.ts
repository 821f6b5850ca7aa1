import { readOpenApi } from "../openapi";
import type { SiteResponse } from "../site-response";
import { readDocument, rowWithoutText, startsAsMarkup } from "./answer";
import { type Control, isCatchAll, isSentAnywhere } from "./control";
import type { ProbeRow } from "./probe-row";

/** Where descriptions of APIs usually lie, likeliest first. */
export const OPENAPI_PATHS = ["/openapi.json", "/openapi.yaml", "/swagger.json", "/v3/api-docs"] as const;
/** Where pages that show them lie. */
export const API_PAGE_PATHS = ["/docs", "/swagger-ui/index.html"] as const;

const PAGE_MARKS = [
  'id="swagger-ui"',
  "id='swagger-ui'",
  "SwaggerUIBundle",
  "<redoc",
  "@scalar/api-reference",
];

const bearsOpenApi = (text: string): boolean => readOpenApi(text) !== null;
const bearsPage = (text: string): boolean =>
  startsAsMarkup(text) && PAGE_MARKS.some((mark) => text.includes(mark));

/**
 * Judges one of those paths. A description that anyone may read is often meant to be: it is reported, not penalised. Of one
 * that was cut off nothing can be said.
 */
export function judgeApiDocs(
  path: string,
  answer: SiteResponse | null,
  controls: readonly Control[],
): ProbeRow {
  const id = `api-docs:${path}`;
  const read = readDocument(answer);
  const row = { id, path, findings: [] };
  if (isSentAnywhere({ path, answer }, controls))
    return { ...row, status: "catch_all", observed: "The site redirects any path to the same place." };
  if (read.kind === "none") return rowWithoutText(id, path, read);
  const api = readOpenApi(read.text);
  const page = api === null && bearsPage(read.text);
  if (api === null && read.truncated && !startsAsMarkup(read.text))
    return { ...row, status: "inconclusive", observed: "The answer is longer than is read." };
  if (api === null && !page)
    return { ...row, status: "absent", observed: "The answer neither describes an API nor shows one." };
  if (isCatchAll({ path, text: read.text }, controls, api === null ? bearsPage : bearsOpenApi))
    return { ...row, status: "catch_all", observed: "The site answers so to any path." };
  const what =
    api === null
      ? "A page that shows an API"
      : `${api.version === "2.0" ? "Swagger" : "OpenAPI"} ${api.version}, ${api.paths} paths`;
  return {
    ...row,
    status: "present",
    observed: `${what}.`,
    findings: [
      {
        category: "disclosure",
        severity: "info",
        title: api === null ? "API documentation page is public" : "API description is public",
        detail: `${path}: ${what}.`,
        remediation: "Nothing, if it is meant for everyone; else ask for a sign-in.",
      },
    ],
  };
}
