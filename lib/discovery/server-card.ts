import { MCP_VERSIONS } from "./protocols";
import { TOOLS_VERSION, type Site } from "./site";
import { TAGLINE } from "./words";

const slug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9._-]+/g, "-") || "service";

/** The tool endpoint's name in registries: the host turned round, then the service's name. An address stays as it is. */
export function toolServerName({ name, origin }: Pick<Site, "name" | "origin">): string {
  const { hostname } = new URL(origin);
  const isAddress = /^[\d.]+$|[[\]:]/.test(hostname);
  const namespace = isAddress ? hostname.replace(/[[\]:]+/g, "-") : hostname.split(".").reverse().join(".");
  return `${namespace}/${slug(name)}`;
}

/** The server card of the tool endpoint (SEP-2127): how to connect. The tools themselves are listed when asked for. */
export const serverCard = (site: Site) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  name: toolServerName(site),
  version: TOOLS_VERSION,
  description: TAGLINE,
  title: site.name.slice(0, 100),
  websiteUrl: `${site.origin}/`,
  icons: [{ src: `${site.origin}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
  remotes: [
    {
      type: "streamable-http",
      url: `${site.origin}/api/mcp`,
      supportedProtocolVersions: [...MCP_VERSIONS],
    },
  ],
});
