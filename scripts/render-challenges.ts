/**
 * Renders what the front door needs of the catalog as plain data, so that it carries neither schemas nor an SDK.
 * Runs before every build, check and test; its output is not committed.
 */
import { writeFileSync } from "node:fs";
import { format } from "prettier";
import { catalog } from "../lib/catalog";
import { DEFAULT_LIMITS, isPaid, type RouteEntry } from "../lib/catalog/define";
import { DOCUMENTS } from "../lib/discovery/documents";
import { renderToolList } from "../lib/mcp/render-tools";
import { renderTemplate } from "../lib/payments/template";

const challenges = catalog.filter(isPaid).map(renderTemplate);
const routes = catalog.map(({ path, method, gate, audience, origins, limits }: RouteEntry) => ({
  path,
  method,
  gate,
  audience,
  bodyBytes: limits.bodyBytes,
  origins,
  rate: limits.rate,
}));
/** Documents under /api are no routes of the catalog, but pass the front door as any request there does. */
const documents = DOCUMENTS.filter(({ path }) => path.startsWith("/api/")).flatMap(({ path }) =>
  ["GET", "HEAD"].map((method) => ({
    path,
    method,
    gate: "open",
    audience: "public",
    bodyBytes: DEFAULT_LIMITS.bodyBytes,
  })),
);

const { tools, challenges: toolChallenges } = renderToolList(catalog);

const header = "// Rendered from lib/catalog by scripts/render-challenges.ts. Do not edit.\n";
const files = {
  "lib/payments/challenges.generated.ts": `${header}import { type ChallengeTemplate } from "./challenge";

export const CHALLENGES: readonly ChallengeTemplate[] = ${JSON.stringify(challenges)};`,
  "lib/http/routes.generated.ts": `${header}import { type FrontDoorRoute } from "./routes";

export const ROUTES: readonly FrontDoorRoute[] = ${JSON.stringify([...routes, ...documents])};`,
  "lib/mcp/tools.generated.ts": `${header}import type { ChallengeTemplate } from "../payments/challenge";
import type { ListedTool } from "./render-tools";

export const TOOLS: readonly ListedTool[] = ${JSON.stringify(tools)};

export const TOOL_CHALLENGES: readonly ChallengeTemplate[] = ${JSON.stringify(toolChallenges)};`,
};

for (const [path, text] of Object.entries(files)) {
  writeFileSync(
    new URL(`../${path}`, import.meta.url),
    await format(text, { parser: "typescript", printWidth: 110 }),
  );
}
