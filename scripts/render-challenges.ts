/**
 * Renders what the front door needs of the catalog as plain data, so that it carries neither schemas nor an SDK.
 * Runs before every build, check and test; its output is not committed.
 */
import path from "node:path";
import { DEFAULT_LIMITS, isPaid } from "../lib/catalog/define";
import { published } from "../lib/catalog/published";
import { DOCUMENTS } from "../lib/discovery/documents";
import { doorRoute } from "../lib/http/routes";
import { renderToolList } from "../lib/mcp/render-tools";
import { renderTemplate } from "../lib/payments/challenge/template";
import { writeGenerated } from "./generated";

const challenges = published.filter(isPaid).map(renderTemplate);
const routes = published.map(doorRoute);
/** Documents under /api are no routes of the catalog, but pass the front door as any request there does. */
const documents = DOCUMENTS.filter(({ path }) => path.startsWith("/api/")).map(({ path }) => ({
  path,
  method: "GET",
  gate: "open",
  audience: "public",
  bodyBytes: DEFAULT_LIMITS.bodyBytes,
}));

const { tools, details, challenges: toolChallenges } = renderToolList(published);

/** Each by itself too, for its route's own file: a function carries its own challenge and no other. */
const challengeFiles = challenges.map((challenge): [string, string] => [
  `lib/payments/challenge/routes/${path.posix.basename(challenge.path)}.generated.ts`,
  `import { type ChallengeTemplate } from "../challenge";

export const CHALLENGE: ChallengeTemplate = ${JSON.stringify(challenge)};`,
]);

await writeGenerated("scripts/render-challenges.ts", {
  ...Object.fromEntries(challengeFiles),
  "lib/payments/challenge/challenges.generated.ts": `import { type ChallengeTemplate } from "./challenge";

export const CHALLENGES: readonly ChallengeTemplate[] = ${JSON.stringify(challenges)};`,
  "lib/http/routes.generated.ts": `import { type DoorRoute } from "./routes";

export const ROUTES: readonly DoorRoute[] = ${JSON.stringify([...routes, ...documents])};`,
  "lib/mcp/details.generated.ts": `import type { ToolDetails } from "./listed-tool";

export const DETAILS: Readonly<Record<string, ToolDetails>> = ${JSON.stringify(details)};`,
  "lib/mcp/tools.generated.ts": `import type { ChallengeTemplate } from "../payments/challenge/challenge";
import type { ListedTool } from "./listed-tool";

export const TOOLS: readonly ListedTool[] = ${JSON.stringify(tools)};

export const TOOL_CHALLENGES: readonly ChallengeTemplate[] = ${JSON.stringify(toolChallenges)};`,
});
