import { readOpenApi } from "../openapi";
import {
  JSON_TYPE,
  type Judgement,
  type ReadinessCheck,
  best,
  fail,
  type Fields,
  inconclusive,
  isText,
  isTextList,
  type Json,
  judgeDocument,
  notApplicable,
  objectsOf,
  openJson,
  openText,
  pass,
  webAddress,
} from "./check";
import type { SiteResponse } from "../site-response";

const YAML_TYPE = /^(?:application|text)\/(?:[a-z0-9.-]+\+)?(?:x-)?yaml$|^text\/plain$/;

const openApi: ReadinessCheck = {
  id: "openapi",
  title: "OpenAPI description",
  points: 15,
  asked: "GET /openapi.json, /openapi.yaml: OpenAPI 3 without defects",
  fix: "Publish an OpenAPI 3.1 description at /openapi.json that a validator accepts.",
  documentation: "https://spec.openapis.org/oas/latest.html",
  judge({ openapiJson, openapiYaml }) {
    return best([judgeOpenApi(openapiJson, JSON_TYPE), judgeOpenApi(openapiYaml, YAML_TYPE)]);
  },
};

function judgeOpenApi(answer: SiteResponse | null, types: RegExp): Judgement {
  const opened = openText(answer, types);
  if (!opened.ok) return opened.judgement;
  const read = readOpenApi(opened.value.text);
  if (read === null)
    return opened.value.truncated
      ? inconclusive("The description is longer than is read.")
      : fail("Not an OpenAPI description.");
  if (!read.version.startsWith("3.")) return fail("Swagger 2.0, which OpenAPI 3 replaced.");
  if (read.defects.length > 0)
    return fail(`OpenAPI ${read.version} with defects: ${read.defects.join("; ")}.`);
  const depth = read.format === "yaml" ? ", in YAML, of which only the top was checked" : "";
  return pass(`OpenAPI ${read.version}, ${read.paths} paths${depth}.`);
}

const apiCatalog: ReadinessCheck = {
  id: "api-catalog",
  title: "API catalog",
  points: 8,
  asked: "GET /.well-known/api-catalog: application/linkset+json with links",
  fix: "Serve a link set as application/linkset+json that leads to each API's description and documentation.",
  documentation: "https://www.rfc-editor.org/rfc/rfc9727",
  judge({ apiCatalog: answer, origin }) {
    const opened = openJson(answer, /^application\/linkset\+json$/);
    if (!opened.ok) return opened.judgement;
    const contexts = objectsOf(opened.value.linkset);
    if (contexts === null) return fail("A document without a link set.");
    const relations = contexts.flatMap((context) =>
      Object.entries(context).flatMap(([name, value]) => (name === "anchor" ? [] : [objectsOf(value)])),
    );
    const targets = relations.flatMap((links) => links ?? []);
    const whole =
      targets.length > 0 &&
      !relations.includes(null) &&
      targets.every(({ href }) => webAddress(href, `${origin}/`) !== null);
    return whole
      ? pass(`${targets.length} links.`)
      : fail("A link set whose links don't all lead somewhere.");
  },
};

const authorization: ReadinessCheck = {
  id: "auth-metadata",
  title: "Authorization metadata",
  points: 4,
  asked:
    "GET /.well-known/oauth-protected-resource (or where the MCP endpoint's 401 says) and /.well-known/oauth-authorization-server, where OAuth is used",
  fix: "Publish protected-resource metadata (RFC 9728), or the authorization server's (RFC 8414).",
  documentation: "https://www.rfc-editor.org/rfc/rfc9728",
  judge({ oauthResource, oauthServer, home, mcpGreeting, origin }) {
    const resource = judgeDocument(oauthResource, (of) => requiredOfResource(of, origin), "Valid metadata.");
    const server = judgeDocument(oauthServer, (of) => requiredOfServer(of, origin), "Valid metadata.");
    const judged = best([resource, server]);
    if (judged.verdict !== "fail") return judged;
    const published = [oauthResource, oauthServer].some((answer) => openJson(answer, JSON_TYPE).ok);
    const asksForIt = [home, mcpGreeting].some((answer) =>
      /^\s*bearer\b/i.test(answer?.headers.get("www-authenticate") ?? ""),
    );
    return published || asksForIt ? judged : notApplicable("Nothing here asks for OAuth.");
  },
};

/** The metadata of a protected resource (RFC 9728 §2). */
const requiredOfResource = (document: Json, origin: string): Fields => ({
  resource: webAddress(document.resource, origin)?.protocol === "https:",
  authorization_servers:
    document.authorization_servers === undefined || isTextList(document.authorization_servers),
});

/** The metadata of an authorization server (RFC 8414 §2). */
const requiredOfServer = (document: Json, origin: string): Fields => ({
  issuer: isText(document.issuer) && webAddress(document.issuer, origin)?.protocol === "https:",
  response_types_supported: isTextList(document.response_types_supported),
  "authorization_endpoint or token_endpoint": [document.authorization_endpoint, document.token_endpoint].some(
    (endpoint) => webAddress(endpoint, origin) !== null,
  ),
});

/** What a program looks for that calls an API. */
export const API_CHECKS: readonly ReadinessCheck[] = [openApi, apiCatalog];
export const AUTHORIZATION_CHECK = authorization;
