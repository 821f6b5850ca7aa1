import { readTags } from "./html";

const NAMES = new Set(["urlset", "sitemapindex", "loc"]);

/**
 * Whether a text is a sitemap or an index of them (sitemaps.org): the right root, at least one address, and its end,
 * unless it was cut off. It is not validated further: a hostile document costs one pass.
 */
export function isSitemap(text: string, truncated: boolean): boolean {
  const [root, ...rest] = readTags(text, NAMES).map((tag) => tag.name);
  if (root === undefined || root === "loc" || !rest.includes("loc")) return false;
  return truncated || text.trimEnd().endsWith(`</${root}>`);
}
