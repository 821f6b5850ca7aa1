import { text } from "../http/answer";
import { cdata, escapeXml } from "../http/xml";
import { fedCalendar } from "../market/fed-calendar";
import { fedReleases } from "../market/fed-releases";
import { rfc822 } from "../http/dates";
import type { Provider } from "./provider";

const NEWEST = 20;

/** Indented by hand in the original, CDATA around what needs none, and spaces behind the date. */
function rss(title: string, releases: ReturnType<typeof fedReleases>): string {
  const items = releases.slice(0, NEWEST).map(
    ({ title: name, link, category, at }) => `        <item>
            <title>${escapeXml(name)}</title>
            <link>${cdata(link)}</link>
            <guid>${cdata(link)}</guid>
            <description>${cdata(name)}</description>
            <category>${escapeXml(category)}</category>
            <pubDate>${cdata(rfc822(at, "GMT"))}</pubDate>    
        </item>`,
  );
  return `<?xml version="1.0" encoding="utf-8" ?>
<rss version="2.0">
    <channel>
        <title>FRB: Press Release - ${title}</title>
        <link>${cdata("https://www.federalreserve.gov/feeds/feeds.htm")}</link>
        <description>${cdata("All recent press releases from the Federal Reserve Board")}</description>
        <language>en</language>
${items.join("\n")}
    </channel>
</rss>
`;
}

/** The Board's calendar (behind a byte-order mark, its last event empty) and its press releases. */
export const federalReserve: Provider = {
  hosts: ["www.federalreserve.gov"],
  answer({ path }, world) {
    if (path === "/json/calendar.json")
      return text(
        "application/json",
        `\ufeff${JSON.stringify({ events: fedCalendar(world), announcement: [] })}`,
      );
    if (path === "/feeds/press_all.xml") return text("text/xml", rss("All Releases", fedReleases(world)));
    if (path === "/feeds/press_monetary.xml")
      return text(
        "text/xml",
        rss(
          "Monetary Policy",
          fedReleases(world).filter(({ category }) => category === "Monetary Policy"),
        ),
      );
    return undefined;
  },
};
