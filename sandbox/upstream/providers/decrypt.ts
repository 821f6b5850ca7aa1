import { text } from "../http/answer";
import { cdata, escapeXml } from "../http/xml";
import { rfc822 } from "../http/dates";
import { stories, type Story } from "../market/stories";
import type { World } from "../world";
import type { Provider } from "./provider";

const OUTLET = {
  name: "Decrypt",
  everyMinutes: 50,
  link: ({ number, slug }: Pick<Story, "number" | "slug">) => `https://decrypt.co/${number}/${slug}`,
};

/** Plain titles where they are harmless, CDATA where they hold markup; the whole article in `content:encoded`. */
const item = ({ title, link, slug, number, summary, author, publishedAt }: Story): string => `    <item>
      <title>${/[<&]/.test(title) ? cdata(title) : escapeXml(title)}</title>
      <link>${escapeXml(link)}</link>
      <pubDate>${rfc822(publishedAt, 0)}</pubDate>
      <dc:creator>${cdata(author)}</dc:creator>
      <category>${cdata("News")}</category>
      <guid isPermaLink="false">https://decrypt.co/?p=${number}</guid>
      <description>${escapeXml(summary)}</description>
      <content:encoded>${cdata(`<p>${summary}</p>\n<script>track()</script>\n<p>${summary}</p>`)}</content:encoded>
      <enclosure url="https://img.decrypt.co/insecure/rs:fill/${slug}.jpg" length="1000000" type="image/jpeg"/>
      <media:thumbnail url="https://cdn.decrypt.co/wp-content/uploads/${slug}.jpg" height="1080" width="1920"/>
    </item>`;

const rss = (world: World): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>Decrypt</title>
    <link>https://decrypt.co/</link>
    <description>Made up by the sandbox.</description>
    <lastBuildDate>${rfc822(world.now(), 0)}</lastBuildDate>
    <language>en-US</language>
${stories(world, OUTLET, 40).map(item).join("\n")}
  </channel>
</rss>
`;

export const decrypt: Provider = {
  hosts: ["decrypt.co"],
  answer: ({ path }, world) =>
    path === "/feed" ? text("application/rss+xml; charset=UTF-8", rss(world)) : undefined,
};
