import { type DiscoveryDocument, type DocumentPath, documentsOf } from "./documents";
import type { Site } from "./site";

interface Link {
  href: string;
  type: string;
  title: string;
}

const META: readonly DocumentPath[] = [
  "/.well-known/x402",
  "/.well-known/agent-card.json",
  "/.well-known/agent-registration.json",
  "/.well-known/ai-catalog.json",
  "/.well-known/agent-skills/index.json",
  "/.well-known/jwks.json",
  "/.well-known/did.json",
];

/** `/.well-known/api-catalog`: the link set of RFC 9727, with the relations of RFC 8631. */
export function apiCatalog(site: Site) {
  const { origin } = site;
  const documents = new Map<string, DiscoveryDocument>(documentsOf(site).map((one) => [one.path, one]));
  const links = (...paths: readonly DocumentPath[]): Link[] =>
    paths.flatMap((path) => {
      const document = documents.get(path);
      return document === undefined
        ? []
        : [{ href: `${origin}${path}`, type: document.type, title: document.title }];
    });
  return {
    linkset: [
      {
        anchor: `${origin}/.well-known/api-catalog`,
        item: [
          { href: `${origin}/`, type: "text/html", title: site.name },
          { href: `${origin}/api/mcp`, type: "application/json", title: "Tool endpoint (MCP)" },
        ],
      },
      {
        anchor: `${origin}/`,
        "service-desc": links("/openapi.json", "/asyncapi.json"),
        "service-doc": [
          { href: `${origin}/`, type: "text/html", title: `${site.name}: prices and how to pay` },
          ...links("/llms.txt"),
        ],
        "service-meta": links(...META),
      },
      {
        anchor: `${origin}/api/mcp`,
        "service-desc": links("/api/mcp/server-card"),
        "service-doc": links("/llms.txt"),
      },
    ],
  };
}
