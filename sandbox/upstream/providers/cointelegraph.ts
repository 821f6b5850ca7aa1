import { text } from "../http/answer";
import { cdata, escapeXml } from "../http/xml";
import { rfc822 } from "../http/dates";
import { stories, type Story } from "../market/stories";
import type { World } from "../world";
import type { Provider } from "./provider";

const OUTLET = {
  name: "Cointelegraph",
  everyMinutes: 40,
  link: ({ slug }: Pick<Story, "slug">) =>
    `https://cointelegraph.com/news/${slug}?utm_source=rss_feed&utm_medium=rss&utm_campaign=rss_partner_inbound`,
};

/** Plain titles, links in CDATA with tracking in them, an image inside the description. */
const item = ({ title, link, slug, summary, author, publishedAt }: Story): string => `    <item>
      <title>${escapeXml(title)}</title>
      <pubDate>${rfc822(publishedAt, 0)}</pubDate>
      <guid isPermaLink="true">https://cointelegraph.com/news/${slug}</guid>
      <link>${cdata(link)}</link>
      <description>${cdata(`<p style="float:right; margin:0 0 10px 15px; width:240px;"><img src="https://s3-images.ctmedia.io/${slug}.jpg"></p><p>${summary}</p>`)}</description>
      <dc:creator>Cointelegraph by ${author}</dc:creator>
      <category>Latest News</category>
    </item>`;

const rss = (world: World): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>Cointelegraph.com News</title>
    <link>https://cointelegraph.com</link>
    <description>Made up by the sandbox.</description>
    <atom:link href="https://cointelegraph.com/rss" rel="self" type="application/rss+xml" />
    <language>en-us</language>
${stories(world, OUTLET, 30).map(item).join("\n")}
  </channel>
</rss>
`;

export const cointelegraph: Provider = {
  hosts: ["cointelegraph.com"],
  answer: ({ path }, world) =>
    path === "/rss" ? text("application/rss+xml; charset=utf-8", rss(world)) : undefined,
};
