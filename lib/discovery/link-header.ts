import type { DocumentPath } from "./documents";

const RELATIONS: readonly (readonly [path: DocumentPath, rel: string, type: string])[] = [
  ["/.well-known/api-catalog", "api-catalog", "application/linkset+json"],
  ["/openapi.json", "service-desc", "application/json"],
  ["/llms.txt", "service-doc", "text/plain"],
  ["/.well-known/ai-catalog.json", "service-meta", "application/ai-catalog+json"],
];

/** The `Link` header of a page (RFC 8288): where machines read on, and the page's own twin in Markdown. */
export const linkHeader = (markdown: string): string =>
  [...RELATIONS, [markdown, "alternate", "text/markdown"] as const]
    .map(([path, rel, type]) => `<${path}>; rel="${rel}"; type="${type}"`)
    .join(", ");
