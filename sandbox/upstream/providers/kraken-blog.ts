import { rfc822 } from "../http/dates";
import { text } from "../http/answer";
import { cdata, escapeXml } from "../http/xml";
import { type Notice, notices } from "../market/listings";
import type { World } from "../world";
import type { Provider } from "./provider";

/**
 * The form of real titles: "TREAD is available for trading!" (fetched on 2026-09-28), "ZCHF is available for trading!" (of
 * 2026-10-08), with the names in the text alone. Ends of trading stand elsewhere.
 */
const titleOf = ({ kind, tokens, title }: Notice): string =>
  title ??
  (kind === "list"
    ? `${tokens.map(({ ticker }) => ticker).join(" and ")} ${tokens.length > 1 ? "are" : "is"} available for trading!`
    : "Accelerating new listings at Kraken");

const slugOf = ({ tokens, number }: Notice): string =>
  `${tokens.map(({ ticker }) => encodeURIComponent(ticker.toLowerCase())).join("-and-")}-is-available-for-trading-${number}`;

const item = (notice: Notice): string => `    <item>
      <title>${escapeXml(titleOf(notice))}</title>
      <link>https://blog.kraken.com/product/asset-listings/${slugOf(notice)}</link>
      <dc:creator>${cdata("Kraken Learn team")}</dc:creator>
      <pubDate>${rfc822(notice.publishedAt, 0)}</pubDate>
      <category>${cdata("Asset Listings")}</category>
      <guid isPermaLink="false">https://blog.kraken.com/?p=${notice.number}</guid>
      <content:encoded>${cdata(notice.tokens.map(({ name, ticker }) => `<h3>${name} (${ticker})</h3>`).join("\n"))}</content:encoded>
    </item>`;

const rss = (world: World): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>Asset Listings | Kraken Blog</title>
    <link>https://blog.kraken.com/category/product/asset-listings</link>
    <description>Made up by the sandbox.</description>
${notices(world, "Kraken", 15)
  .filter(({ kind }) => kind !== "delist")
  .map(item)
  .join("\n")}
  </channel>
</rss>
`;

/** Kraken's blog: its feed of new coins. */
export const krakenBlog: Provider = {
  hosts: ["blog.kraken.com"],
  answer: ({ path }, world) =>
    path === "/category/product/asset-listings/feed"
      ? text("application/rss+xml; charset=UTF-8", rss(world))
      : undefined,
};
