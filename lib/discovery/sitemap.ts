import { escapeXml } from "../http/escape-xml";
import { ALL_PAGES } from "./pages";
import type { Site } from "./site";

/** `/sitemap.xml` (sitemaps.org): the pages for people. */
export const sitemap = ({ origin }: Site): string => {
  const urls = ALL_PAGES.map(({ path }) => `  <url><loc>${escapeXml(`${origin}${path}`)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
};
