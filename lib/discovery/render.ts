import type { PublishedRoute } from "../catalog/document";
import { agentCard } from "./agent-card";
import { agentRegistration } from "./agent-registration";
import { agentSkills } from "./agent-skills";
import { aiCatalog } from "./ai-catalog";
import { apiCatalog } from "./api-catalog";
import { asyncApi } from "./asyncapi";
import { type DocumentPath, ROUTE_CONTRACT, SKILL_PATH } from "./documents";
import { llmsTxt } from "./llms-txt";
import { loungeSkill } from "./lounge-skill";
import { openApiDocument } from "./openapi/document";
import { robotsTxt } from "./robots";
import { securityTxt } from "./security-txt";
import { serverCard } from "./server-card";
import type { Site } from "./site";
import { sitemap } from "./sitemap";
import { skill } from "./skill";
import { x402Resources } from "./x402";

/** A text, an object that becomes JSON, or null for a document that this site can't have. */
type Renderer = (site: Site, routes: readonly PublishedRoute[], now: Date) => string | object | null;

/** Read by programs, and large. */
const contract = (site: Site, routes: readonly PublishedRoute[]): string =>
  JSON.stringify(openApiDocument(site, routes));

/** What each document says. Those that are missing are answered by a route of their own. */
const RENDERERS: Partial<Record<DocumentPath, Renderer>> = {
  "/openapi.json": contract,
  "/llms.txt": llmsTxt,
  "/.well-known/x402": x402Resources,
  "/.well-known/api-catalog": apiCatalog,
  "/.well-known/agent-card.json": agentCard,
  "/.well-known/agent-registration.json": agentRegistration,
  "/.well-known/ai-catalog.json": aiCatalog,
  "/api/mcp/server-card": serverCard,
  "/.well-known/mcp/server-card.json": serverCard,
  "/.well-known/mcp.json": serverCard,
  "/.well-known/agent-skills/index.json": agentSkills,
  [SKILL_PATH]: skill,
  "/lounge/skill.md": loungeSkill,
  "/asyncapi.json": asyncApi,
  "/.well-known/security.txt": (site, _, now) => securityTxt(site, now),
  "/robots.txt": robotsTxt,
  "/sitemap.xml": sitemap,
};

export interface RenderedDocument {
  path: string;
  body: string;
}

/**
 * The documents of a site, as they are served. Operators' routes are in none of them; `now` is when the site is built.
 */
export function renderDocuments(
  site: Site,
  entries: readonly PublishedRoute[],
  now: Date,
): readonly RenderedDocument[] {
  const routes = entries.filter(({ audience }) => audience === "public");
  const contracts = [...new Set(routes.map(({ label }) => label))].map((label) => ({
    path: ROUTE_CONTRACT.path(label),
    body: contract(
      site,
      routes.filter((route) => route.label === label),
    ),
  }));
  const listed = Object.entries(RENDERERS).flatMap(([path, render]) => {
    const content = render(site, routes, now);
    if (content === null) return [];
    return [{ path, body: typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n` }];
  });
  return [...listed, ...contracts];
}
