import type { Site } from "./site";

/** A document by which the service is found and understood. */
export interface DiscoveryDocument {
  path: string;
  /** Its media type, without parameters. */
  type: string;
  /** Parameters of the media type, where readers need them. */
  parameters?: string;
  /** What it is, in a few words. */
  title: string;
  /** Left out where nobody can be written to, since it would have nothing to say. */
  needsContact?: true;
}

/** The contract of the routes of one path, by their label: as many documents as there are paths, on no list. */
export const ROUTE_CONTRACT = {
  path: (label: string): string => `/openapi/${label}.json`,
  type: "application/json",
  title: "OpenAPI 3.1 contract of one route",
};

/** A page in Markdown: as many documents as there are pages, of which only the first page's is on the list. */
export const PAGE_TWIN = { type: "text/markdown", parameters: "charset=utf-8" };

const SERVER_CARD = "application/mcp-server-card+json";
const UTF_8 = "charset=utf-8";

export const SKILL_NAME = "buy-market-intelligence";
export const SKILL_PATH = `/.well-known/agent-skills/${SKILL_NAME}/SKILL.md`;

/**
 * Every discovery document that answers: whatever lists documents anywhere takes them from here. It runs in edge
 * functions too, so it stays small data; what the documents say is rendered elsewhere.
 */
export const DOCUMENTS = [
  { path: "/openapi.json", type: "application/json", title: "OpenAPI 3.1 contract of every route" },
  {
    path: "/llms.txt",
    type: "text/plain",
    parameters: UTF_8,
    title: "Routes, prices and documents, for language models",
  },
  { path: "/index.md", type: "text/markdown", parameters: UTF_8, title: "The first page in Markdown" },
  { path: "/.well-known/x402", type: "application/json", title: "Paid routes, for x402 crawlers" },
  {
    path: "/.well-known/api-catalog",
    type: "application/linkset+json",
    parameters: 'profile="https://www.rfc-editor.org/info/rfc9727"',
    title: "API catalog (RFC 9727)",
  },
  { path: "/.well-known/agent-card.json", type: "application/json", title: "Agent card (A2A 1.0)" },
  {
    path: "/.well-known/agent-registration.json",
    type: "application/json",
    title: "Registration file (ERC-8004)",
  },
  {
    path: "/.well-known/erc8004.json",
    type: "application/json",
    title: "Where registered agents' files are (ERC-8004)",
  },
  { path: "/.well-known/ai-catalog.json", type: "application/ai-catalog+json", title: "AI catalog" },
  { path: "/api/mcp/server-card", type: SERVER_CARD, title: "Server card of the tool endpoint (MCP)" },
  {
    path: "/.well-known/mcp/server-card.json",
    type: SERVER_CARD,
    title: "The same card, where scanners look",
  },
  { path: "/.well-known/mcp.json", type: SERVER_CARD, title: "The same card, at its older address" },
  {
    path: "/.well-known/agent-skills/index.json",
    type: "application/json",
    title: "Index of agent skills",
  },
  { path: SKILL_PATH, type: "text/markdown", parameters: UTF_8, title: "How to find, price, pay and retry" },
  {
    path: "/lounge/skill.md",
    type: "text/markdown",
    parameters: UTF_8,
    title: "How to publish, read and come back to the lounge",
  },
  {
    path: "/lounge/verify.mjs",
    type: "text/javascript",
    parameters: UTF_8,
    title: "Checks a certificate of the lounge without the service, as a module without imports",
  },
  {
    path: "/lounge/vectors.json",
    type: "application/json",
    title: "Test vectors for checking certificates in any language",
  },
  {
    path: "/asyncapi.json",
    type: "application/json",
    title: "AsyncAPI 3.0 contract: why there are no events",
  },
  {
    path: "/.well-known/security.txt",
    type: "text/plain",
    parameters: UTF_8,
    title: "How to report a vulnerability",
    needsContact: true,
  },
  { path: "/robots.txt", type: "text/plain", parameters: UTF_8, title: "What crawlers may do" },
  { path: "/sitemap.xml", type: "application/xml", parameters: UTF_8, title: "Pages" },
  {
    path: "/.well-known/jwks.json",
    type: "application/jwk-set+json",
    title: "Keys that sign offers and receipts",
  },
  {
    path: "/.well-known/did.json",
    type: "application/did+json",
    title: "The same keys as a DID document",
  },
] as const satisfies readonly DiscoveryDocument[];

export type DocumentPath = (typeof DOCUMENTS)[number]["path"];

/** The documents that this site has. */
export const documentsOf = ({ contact }: Pick<Site, "contact">): readonly DiscoveryDocument[] =>
  DOCUMENTS.filter((document: DiscoveryDocument) => !document.needsContact || contact !== null);

/** The `Content-Type` that a document is served with. */
export const contentTypeOf = ({
  type,
  parameters,
}: Pick<DiscoveryDocument, "type" | "parameters">): string =>
  parameters === undefined ? type : `${type}; ${parameters}`;
