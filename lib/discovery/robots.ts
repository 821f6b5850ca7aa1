import type { Site } from "./site";

const SIGNAL = "Content-Signal: search=yes, ai-input=yes, ai-train=no";

/** Crawlers that read for an answer or an index are welcome. */
const READERS = [
  "ChatGPT-User",
  "OAI-SearchBot",
  "Claude-User",
  "Claude-SearchBot",
  "PerplexityBot",
  "Perplexity-User",
  "MistralAI-User",
  "DuckAssistBot",
  "Applebot",
  "Amazonbot",
];

/** Crawlers that train models are asked not to read. */
const TRAINERS = [
  "GPTBot",
  "ClaudeBot",
  "anthropic-ai",
  "Google-Extended",
  "Applebot-Extended",
  "CCBot",
  "Bytespider",
  "Meta-ExternalAgent",
  "cohere-training-data-crawler",
];

const group = (agents: readonly string[], rules: readonly string[]): string =>
  [...agents.map((agent) => `User-agent: ${agent}`), SIGNAL, ...rules].join("\n");

/** `/robots.txt` (RFC 9309) with content signals: search and answers yes, training no. */
export const robotsTxt = ({ origin }: Site): string =>
  [
    group(["*"], ["Allow: /"]),
    group(READERS, ["Allow: /"]),
    group(TRAINERS, ["Disallow: /"]),
    `Sitemap: ${origin}/sitemap.xml`,
  ].join("\n\n") + "\n";
