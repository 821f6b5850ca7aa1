import type { RouteEntry } from "../catalog/define";
import { documentsOf } from "./documents";
import { listLink, routeLists } from "./route-list";
import type { Site } from "./site";
import { DESCRIPTION, chainsInWords } from "./words";

/** `/llms.txt` (llmstxt.org): a heading, a summary, then lists of links. */
export function llmsTxt(site: Site, routes: readonly RouteEntry[]): string {
  const { name, origin, notice } = site;
  const { paid, free } = routeLists(site, routes);
  const documents = documentsOf(site)
    .filter(({ path }) => path !== "/llms.txt")
    .map(({ path, title }) => listLink(path, `${origin}${path}`, title));
  return (
    [
      `# ${name}`,
      `> ${DESCRIPTION}`,
      ...(notice === null ? [] : [notice]),
      `Prices are in US dollars for one answered call, paid in USDC on ${chainsInWords(site)} through x402 version 2. ` +
        "Paid routes take POST with a JSON body; an empty body means the defaults, and without payment the answer is a 402 " +
        "with the price and how to pay. If an answer is lost, send the same request with the same payment again: it is " +
        "never charged twice.",
      `## Paid routes\n\n${paid.join("\n")}`,
      `## Free routes\n\n${free.join("\n")}`,
      `## Tools\n\n${listLink("POST /api/mcp", `${origin}/api/mcp`, "the same routes as tools (MCP over streamable HTTP)")}`,
      `## Documents\n\n${documents.join("\n")}`,
    ].join("\n\n") + "\n"
  );
}
