import { isOn } from "../gate/is-on";
import { parseRobots } from "../robots";
import { readAnswer } from "../probes/answer";
import type { SiteResponse } from "../site-response";
import { asObject } from "../openapi";

/** A request that readiness needs. Everything is asked of the target's own origin. */
export interface ReadinessRequest {
  method: "GET" | "POST";
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

const get = (path: string, accept = "*/*"): ReadinessRequest => ({
  method: "GET",
  path,
  headers: { accept },
  body: null,
});

/** The GETs that need no other answer first. `home` is the same request as a scan's first one. */
export const READINESS_GETS = {
  home: get("/"),
  homeAsMarkdown: get("/", "text/markdown"),
  robots: get("/robots.txt"),
  llmsTxt: get("/llms.txt"),
  openapiJson: get("/openapi.json"),
  openapiYaml: get("/openapi.yaml"),
  apiCatalog: get("/.well-known/api-catalog"),
  mcpCard: get("/.well-known/mcp/server-card.json"),
  mcpManifest: get("/.well-known/mcp.json"),
  aiCatalog: get("/.well-known/ai-catalog.json"),
  agentCard: get("/.well-known/agent-card.json"),
  agentSkills: get("/.well-known/agent-skills/index.json"),
  oauthResource: get("/.well-known/oauth-protected-resource"),
  oauthServer: get("/.well-known/oauth-authorization-server"),
  securityTxt: get("/.well-known/security.txt"),
  securityTxtAtRoot: get("/security.txt"),
} as const satisfies Record<string, ReadinessRequest>;

type Answer = SiteResponse | null;

/** All answers, null where none came. The last ones depend on others: see the functions below. */
export type ReadinessAnswers = Readonly<Record<keyof typeof READINESS_GETS, Answer>> & {
  /** `https://host`, without a slash at its end. */
  origin: string;
  now: number;
  /** Of `sitemapPath`. */
  sitemap: Answer;
  /** Of `mcpGreeting("server/discover")`, or of `mcpGreeting("initialize")` where that was refused. */
  mcpGreeting: Answer;
  /** Of `mcpToolsList`, at the path that greeted. */
  mcpTools: Answer;
  /** Files of the skills index by their address as `skillFiles` gives it. */
  skillFiles: ReadonlyMap<string, Answer>;
};

/** The only paths that a POST goes to, in the order to try them. */
export const MCP_PATHS = ["/mcp", "/api/mcp"] as const;
const MCP_MODERN = "2026-07-28";
const MCP_LEGACY = "2025-11-25";
/** More would make a scan too large. */
const MAX_SKILL_FILES = 1;

const CLIENT = { name: "security-desk", version: "1" };

function mcpPost(
  path: string,
  method: string,
  version: string,
  params: Record<string, unknown>,
): ReadinessRequest {
  return {
    method: "POST",
    path,
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": version,
      ...(version === MCP_MODERN && { "mcp-method": method }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  };
}

const modernMeta = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": MCP_MODERN,
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

/** The first words to an MCP endpoint, of the current revision or of those before it. */
export function mcpGreeting(path: string, method: "server/discover" | "initialize"): ReadinessRequest {
  return method === "server/discover"
    ? mcpPost(path, method, MCP_MODERN, modernMeta)
    : mcpPost(path, method, MCP_LEGACY, {
        protocolVersion: MCP_LEGACY,
        capabilities: {},
        clientInfo: CLIENT,
      });
}

/** What the answer to `initialize` binds later requests to: the revision settled on, and its session, if it has one. */
export interface McpSession {
  version: string;
  id: string | null;
}

const REVISION = /^\d{4}-\d{2}-\d{2}$/;
/** Visible ASCII, as the revisions with sessions have it. */
const SESSION_ID = /^[\x21-\x7e]{1,1024}$/;

/** Reads it from that answer's headers and its `protocolVersion`; both are the target's word. */
export function mcpSession(headers: Headers, protocolVersion: unknown): McpSession {
  const id = headers.get("mcp-session-id");
  return {
    version: isRevision(protocolVersion) ? protocolVersion : MCP_LEGACY,
    id: id !== null && SESSION_ID.test(id) ? id : null,
  };
}

const isRevision = (value: unknown): value is string => typeof value === "string" && REVISION.test(value);

function within({ version, id }: McpSession, request: ReadinessRequest): ReadinessRequest {
  const headers = { ...request.headers, "mcp-protocol-version": version };
  return { ...request, headers: id === null ? headers : { ...headers, "mcp-session-id": id } };
}

/** Ends the greeting of a server that keeps sessions: until then it may refuse all else. */
export const mcpInitialized = (path: string, session: McpSession): ReadinessRequest =>
  within(session, {
    ...mcpPost(path, "notifications/initialized", MCP_LEGACY, {}),
    body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
  });

/** Asks an endpoint for its tools: in the current revision, or (`session`) as `initialize` has settled it. */
export const mcpToolsList = (path: string, session: McpSession | null): ReadinessRequest =>
  session === null
    ? mcpPost(path, "tools/list", MCP_MODERN, modernMeta)
    : within(session, mcpPost(path, "tools/list", MCP_LEGACY, {}));

/** The sitemap to ask for: the first that robots.txt names on the same origin, else the usual path. */
export function sitemapPath(robots: Answer, origin: string): string {
  const read = readAnswer(robots);
  const named = read.kind === "text" ? parseRobots(read.text).sitemaps : [];
  return named.map((address) => onOrigin(address, origin)).find((path) => path !== null) ?? "/sitemap.xml";
}

/** Where a refused greeting says that the metadata of its authorization lies (RFC 9728 §5.1), if on this origin; else null. */
export function namedMetadata(greeting: Answer, origin: string): string | null {
  const challenge = greeting?.status === 401 ? (greeting.headers.get("www-authenticate") ?? "") : "";
  const named = /\bresource_metadata\s*=\s*(?:"([^"]*)"|([^\s",]+))/i.exec(challenge);
  const address = named?.[1] ?? named?.[2];
  return address === undefined ? null : onOrigin(address, origin);
}

/** Addresses of skills to compare with their digests: the first of the index that lie on the same origin. */
export function skillFiles(index: Readonly<Record<string, unknown>>, origin: string): readonly string[] {
  const skills = Array.isArray(index.skills) ? index.skills : [];
  return skills
    .slice(0, 50)
    .flatMap((skill) => {
      const url = asObject(skill)?.url;
      const path = typeof url === "string" ? onOrigin(url, origin) : null;
      return path === null ? [] : [path];
    })
    .slice(0, MAX_SKILL_FILES);
}

/** The path and query of an address on that origin, or null: what a target names elsewhere is not followed. */
export function onOrigin(address: string, origin: string): string | null {
  if (address.length > 2_048 || !URL.canParse(address, `${origin}/`)) return null;
  const url = new URL(address, `${origin}/`);
  return isOn(url, origin) ? `${url.pathname}${url.search}` : null;
}
