import { redirect, text } from "../http/answer";
import { cdata, escapeXml } from "../http/xml";
import { datePath, rfc822 } from "../http/dates";
import { stories, type Story } from "../market/stories";
import type { World } from "../world";
import type { Provider } from "./provider";

const OUTLET = {
  name: "CoinDesk",
  everyMinutes: 35,
  link: ({ section, publishedAt, slug }: Pick<Story, "section" | "publishedAt" | "slug">) =>
    `https://www.coindesk.com/${section.toLowerCase()}/${datePath(publishedAt)}/${slug}`,
};

const uuid = (world: World, number: number): string =>
  world.random.hex(32, "coindesk", number).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Behind the real text of each item stand an empty `content:encoded` and a second, empty description. */
function item(world: World, story: Story): string {
  const section = story.section.toLowerCase();
  return `    <item>
      <title>${cdata(story.title)}</title>
      <link>${escapeXml(story.link)}</link>
      <media:content url="https://cdn.sanity.io/images/${story.slug}.png?fm=jpg&amp;w=1920&amp;h=1080&amp;fit=clip" type="image/*" medium="image"/>
      <guid isPermaLink="false">${uuid(world, story.number)}</guid>
      <pubDate>${rfc822(story.publishedAt, 0)}</pubDate>
      <description>${cdata(story.summary)}</description>
      <dc:creator>${story.author}</dc:creator>
      <content:encoded/>
      <dc:description/>
      <category domain="https://www.coindesk.com/${section}">${cdata(story.section)}</category>
      <category domain="https://www.coindesk.com/">News</category>
    </item>`;
}

function rss(world: World): string {
  const newest = stories(world, OUTLET, 25);
  const built = newest[0]?.publishedAt ?? world.now();
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:media="http://search.yahoo.com/mrss/" version="2.0">
  <channel>
    <title>CoinDesk: Bitcoin, Ethereum, Crypto News and Price Data</title>
    <link>https://www.coindesk.com/</link>
    <atom:link rel="self" type="application/rss+xml" href="https://www.coindesk.com/arc/outboundfeeds/rss"/>
    <atom:link rel="hub" href="true"/>
    <description>Made up by the sandbox.</description>
    <lastBuildDate>${rfc822(built, 0)}</lastBuildDate>
    <language>en-US</language>
    <generator>CoinDesk</generator>
    <ttl>5</ttl>
${newest.map((story) => item(world, story)).join("\n")}
  </channel>
</rss>
`;
}

/** CoinDesk's feed lives behind a trailing slash; without it there is a redirection. */
export const coindesk: Provider = {
  hosts: ["www.coindesk.com"],
  answer({ path }, world) {
    if (path === "/arc/outboundfeeds/rss")
      return redirect(301, "https://www.coindesk.com/arc/outboundfeeds/rss/");
    return path === "/arc/outboundfeeds/rss/" ? text("application/xml", rss(world)) : undefined;
  },
};
