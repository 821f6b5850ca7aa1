import { SKILL_NAME, SKILL_PATH } from "./documents";
import { API_VERSION, TOOLS_VERSION, type Site } from "./site";
import { DESCRIPTION, TAGLINE } from "./words";
import { SKILL_DESCRIPTION } from "./skill";

/** `/.well-known/ai-catalog.json` (AI Catalog 1.0): what an agent can use here, each by the card that describes it. */
export function aiCatalog({ name, origin }: Site) {
  const { hostname } = new URL(origin);
  const urn = (kind: string, what: string): string => `urn:air:${hostname}:${kind}:${what}`;
  return {
    specVersion: "1.0",
    host: { displayName: name, identifier: hostname, documentationUrl: `${origin}/llms.txt` },
    entries: [
      {
        identifier: urn("mcp", "tools"),
        displayName: `${name}: tools`,
        type: "application/mcp-server-card+json",
        url: `${origin}/api/mcp/server-card`,
        description: TAGLINE,
        version: TOOLS_VERSION,
      },
      {
        identifier: urn("a2a", "desk"),
        displayName: name,
        type: "application/a2a-agent-card+json",
        url: `${origin}/.well-known/agent-card.json`,
        description: DESCRIPTION,
        version: API_VERSION,
      },
      {
        identifier: urn("skill", SKILL_NAME),
        displayName: SKILL_NAME,
        type: "application/agent-skills+md",
        url: `${origin}${SKILL_PATH}`,
        description: SKILL_DESCRIPTION,
        version: API_VERSION,
      },
    ],
  };
}
