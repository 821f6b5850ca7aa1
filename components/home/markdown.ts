import { unpaidCommand } from "@/components/pay/unpaid-command";
import { isPaid } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import type { Site } from "@/lib/discovery/site";
import { holdersInWords, priceGroups, priceInWords } from "./price-list";
import { ageInWords, trustSlipOf } from "./trust-slip";
import * as words from "./words";

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const code = (...lines: readonly string[]): string => `\`\`\`text\n${lines.join("\n")}\n\`\`\``;

/** The first page in Markdown, from what the page itself is made of. `entries` are the routes that lists show. */
export function homeMarkdown(
  { name, origin, notice, contact }: Site,
  entries: readonly PublishedRoute[],
): string {
  const first = entries.find(isPaid);
  if (!first) throw new Error("The catalog sells nothing, so there is nothing to show.");
  const groups = priceGroups(entries);
  const price = priceInWords(first);
  const slip = trustSlipOf(entries);
  const prices = groups.flatMap((group) =>
    group.entries.map(({ summary, method, path, tool, holders }) => [
      [summary, holdersInWords(holders)].filter((text) => text !== null).join(". "),
      `\`${method} ${path}\``,
      tool ?? "none",
      group.price,
    ]),
  );
  return [
    `# ${name}: ${words.HEADLINE}`,
    ...(notice === null ? [] : [`> ${notice}`]),
    words.LEAD,
    words
      .figures(groups[0]?.price ?? price)
      .map(({ value, meaning }) => `- **${value}** ${meaning}`)
      .join("\n"),
    `## Prices\n\n${words.PRICES_LEAD}`,
    table(["Answer", "Route", "Tool", "Price"], prices),
    `## How a call is paid\n\n${words.PAYMENT_LEAD}`,
    ...words
      .steps(first.path, price)
      .map(({ title, text, wire }, index) => `${index + 1}. **${title}.** ${text}\n\n${code(...wire)}`),
    `## What you can rely on\n\n${words.PROMISES_LEAD}`,
    ...words.PROMISES.map(({ title, text }) => `- **${title}.** ${text}`),
    ...(slip === null
      ? []
      : [
          `What a sample answer of \`${slip.path}\` says about itself: coverage ${slip.coverage.toFixed(2)}, stale ${slip.stale ? "yes" : "no"}.`,
          table(
            ["Source", "Status", "Age of its data"],
            slip.provenance.map(({ id, status, ageSec }) => [
              id,
              status,
              ageSec === null ? "unknown" : ageInWords(ageSec),
            ]),
          ),
        ]),
    `## Run it yourself\n\n${words.RUN_LEAD}`,
    ...words.RUN.map(({ title, text, command }) => `### ${title}\n\n${text}\n\n${code(command)}`),
    `### ${words.RUN_402.title}\n\n${words.RUN_402.text}\n\n${code(unpaidCommand(origin, first.path))}`,
    `## Read on\n\n- [Routes, prices and documents](${origin}/llms.txt)\n- [Contract of every route](${origin}/openapi.json)`,
    ...(contact === null ? [] : [`Contact: <mailto:${contact}>`]),
  ]
    .join("\n\n")
    .concat("\n");
}
