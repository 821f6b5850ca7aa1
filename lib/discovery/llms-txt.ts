import type { PublishedRoute } from "../catalog/document";
import { documentsOf, ROUTE_CONTRACT } from "./documents";
import { HOW_TO_READ } from "./input-line";
import { listLink, routeLists } from "./route-list";
import type { Site } from "./site";
import { DESCRIPTION, chainsInWords } from "./words";

/** `/llms.txt` (llmstxt.org): a heading, a summary, then lists of links. */
export function llmsTxt(site: Site, routes: readonly PublishedRoute[]): string {
  const { name, origin, notice } = site;
  const { paid, free } = routeLists(site, routes);
  const documents = documentsOf(site)
    .filter(({ path }) => path !== "/llms.txt")
    .map(({ path, title }) => listLink(path, `${origin}${path}`, title));
  const [first] = routes;
  const contract =
    first === undefined
      ? []
      : [
          listLink(
            ROUTE_CONTRACT.path("<label>"),
            origin + ROUTE_CONTRACT.path(first.label),
            `${ROUTE_CONTRACT.title}, answers and all; \`<label>\` is its path without \`/api/\` and \`svc-\`, or else the \`resource\` of its 402`,
          ),
        ];
  return (
    [
      `# ${name}`,
      `> ${DESCRIPTION}`,
      ...(notice === null ? [] : [notice]),
      `Prices are in US dollars for one answered call, paid in USDC on ${chainsInWords(site)} through x402 version 2. ` +
        "Paid routes take POST with a JSON body; an empty body means the defaults unless a field is needed, and without payment the answer is a 402 " +
        "with the price and how to pay. If an answer is lost, send the same request with the same payment again: it is " +
        "never charged twice.",
      HOW_TO_READ,
      `## Paid routes\n\n${paid.join("\n")}`,
      `## Free routes\n\n${free.join("\n")}`,
      `## Tools\n\n${listLink("POST /api/mcp", `${origin}/api/mcp`, "the same routes as tools (MCP over streamable HTTP)")}`,
      `## Documents\n\n${[...contract, ...documents].join("\n")}`,
    ].join("\n\n") + "\n"
  );
}
