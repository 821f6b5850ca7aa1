import { text } from "../http/answer";
import { easternOffset, HOUR } from "../market/calendar";
import { cdata, escapeXml } from "../http/xml";
import { rfc822 } from "../http/dates";
import { stories, type Story } from "../market/stories";
import type { World } from "../world";
import type { Provider } from "./provider";

const OUTLET = {
  name: "The Block",
  everyMinutes: 55,
  link: ({ number, slug }: Pick<Story, "number" | "slug">) =>
    `https://www.theblock.co/post/${number}/${slug}?utm_source=rss&utm_medium=rss`,
};

/** Dates on New York's clock, titles in CDATA, a quick take as HTML. */
const item = ({ title, link, number, summary, author, section, publishedAt }: Story): string => `    <item>
      <title>${cdata(title)}</title>
      <link>${escapeXml(link)}</link>
      <guid isPermaLink="false">${number}</guid>
      <pubDate>${rfc822(publishedAt, easternOffset(publishedAt) / HOUR)}</pubDate>
      <dc:creator>${cdata(author)}</dc:creator>
      <category>${escapeXml(section)}</category>
      <description>${cdata(`<p><strong>Quick Take</strong></p><ul><li>${summary}</li></ul>`)}</description>
    </item>`;

const rss = (world: World): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>The Block</title>
    <link>https://www.theblock.co/</link>
    <description>Made up by the sandbox.</description>
    <language>en</language>
${stories(world, OUTLET, 20).map(item).join("\n")}
  </channel>
</rss>
`;

export const theblock: Provider = {
  hosts: ["www.theblock.co"],
  answer: ({ path }, world) =>
    path === "/rss.xml" ? text("application/rss+xml; charset=utf-8", rss(world)) : undefined,
};
